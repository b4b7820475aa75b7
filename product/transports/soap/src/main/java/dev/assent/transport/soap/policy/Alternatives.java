package dev.assent.transport.soap.policy;

import dev.assent.remote.transport.TransactionNeed;

/**
 * Whether a policy's alternatives have the assertion (WS-Policy 1.5 Framework, section 3). Immutable.
 *
 * @param isWith whether an alternative has it
 * @param isWithout whether an alternative lacks it
 */
record Alternatives(boolean isWith, boolean isWithout) {
    /** One alternative, without the assertion. */
    static final Alternatives SILENT = new Alternatives(false, true);
    /** One alternative, which is the assertion. */
    static final Alternatives ASSERTED = new Alternatives(true, false);
    /** No alternative. */
    static final Alternatives NONE = new Alternatives(false, false);

    /** Each of these combined with each of those. */
    Alternatives and(Alternatives other) {
        boolean isAny = isWith || isWithout;
        boolean isAnyOther = other.isWith || other.isWithout;
        return new Alternatives((isWith && isAnyOther) || (isAny && other.isWith), isWithout && other.isWithout);
    }

    /** All of these and all of those. */
    Alternatives or(Alternatives other) {
        return new Alternatives(isWith || other.isWith, isWithout || other.isWithout);
    }

    /** Their meaning for a caller. */
    TransactionNeed need() {
        if (!isWith) {
            return TransactionNeed.NONE;
        }
        return isWithout ? TransactionNeed.OPTIONAL : TransactionNeed.REQUIRED;
    }
}
