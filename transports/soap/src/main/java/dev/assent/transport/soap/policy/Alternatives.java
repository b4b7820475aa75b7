package dev.assent.transport.soap.policy;

import dev.assent.remote.transport.TransactionNeed;

/**
 * What a policy's alternatives have of the assertion (WS-Policy 1.5 Framework, section 3). Immutable.
 *
 * @param isWith whether there is one that has it
 * @param isWithout whether there is one that does not
 */
record Alternatives(boolean isWith, boolean isWithout) {
    /** One alternative, that says nothing of transactions. */
    static final Alternatives SILENT = new Alternatives(false, true);
    /** One alternative, which is the assertion. */
    static final Alternatives ASSERTED = new Alternatives(true, false);
    /** No alternative. */
    static final Alternatives NONE = new Alternatives(false, false);

    /** One of these and one of those, together. */
    Alternatives and(Alternatives other) {
        boolean isAny = isWith || isWithout;
        boolean isAnyOther = other.isWith || other.isWithout;
        return new Alternatives((isWith && isAnyOther) || (isAny && other.isWith), isWithout && other.isWithout);
    }

    /** One of these, or one of those. */
    Alternatives or(Alternatives other) {
        return new Alternatives(isWith || other.isWith, isWithout || other.isWithout);
    }

    /** What a caller makes of them. */
    TransactionNeed need() {
        if (!isWith) {
            return TransactionNeed.NONE;
        }
        return isWithout ? TransactionNeed.OPTIONAL : TransactionNeed.REQUIRED;
    }
}
