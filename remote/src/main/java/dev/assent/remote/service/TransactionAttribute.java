package dev.assent.remote.service;

import dev.assent.remote.transport.TransactionNeed;

/**
 * Which transaction the work of a call is part of, with Jakarta EE's meaning (Jakarta Enterprise Beans 4.0, section
 * 8.6; Jakarta Transactions 2.0, section 3.7).
 */
public enum TransactionAttribute {
    /** The caller's; its own when the caller has none. */
    REQUIRED(Scope.CALLERS, Scope.OWN),
    /** Always its own. */
    REQUIRES_NEW(Scope.OWN, Scope.OWN),
    /** The caller's; refused when the caller has none. */
    MANDATORY(Scope.CALLERS, Scope.REFUSED),
    /** The caller's; none when the caller has none. */
    SUPPORTS(Scope.CALLERS, Scope.NONE),
    /** None. */
    NOT_SUPPORTED(Scope.NONE, Scope.NONE),
    /** None; refused when the caller has one. */
    NEVER(Scope.REFUSED, Scope.NONE);

    private final Scope with;
    private final Scope without;

    /** What one call is part of. */
    enum Scope {
        CALLERS,
        OWN,
        NONE,
        REFUSED
    }

    TransactionAttribute(Scope with, Scope without) {
        this.with = with;
        this.without = without;
    }

    /** What callers may know beforehand. */
    TransactionNeed need() {
        if (with != Scope.CALLERS) {
            return TransactionNeed.NONE;
        }
        return without == Scope.REFUSED ? TransactionNeed.REQUIRED : TransactionNeed.OPTIONAL;
    }

    /** What a call is part of whose caller has a transaction, or has none. */
    Scope scope(boolean hasTransaction) {
        return hasTransaction ? with : without;
    }
}
