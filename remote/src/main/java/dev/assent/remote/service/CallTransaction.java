package dev.assent.remote.service;

import dev.assent.remote.transport.TransactionNeed;

/**
 * Which transaction the work of a call is part of, with Jakarta EE's meaning (Jakarta Enterprise Beans 4.0, section
 * 8.6; Jakarta Transactions 2.0, section 3.7).
 */
public enum CallTransaction {
    /** The caller's transaction; a transaction of its own if the caller has none. */
    REQUIRED(Scope.CALLERS, Scope.OWN),
    /** Always a transaction of its own. */
    REQUIRES_NEW(Scope.OWN, Scope.OWN),
    /** The caller's transaction; the call is refused if the caller has none. */
    MANDATORY(Scope.CALLERS, Scope.REFUSED),
    /** The caller's transaction; none if the caller has none. */
    SUPPORTS(Scope.CALLERS, Scope.NONE),
    /** None. */
    NOT_SUPPORTED(Scope.NONE, Scope.NONE),
    /** None; the call is refused if the caller has a transaction. */
    NEVER(Scope.REFUSED, Scope.NONE);

    private final Scope with;
    private final Scope without;

    /** The transaction of one call. */
    enum Scope {
        CALLERS,
        OWN,
        NONE,
        REFUSED
    }

    CallTransaction(Scope with, Scope without) {
        this.with = with;
        this.without = without;
    }

    /** The part of this that callers may know before the call. */
    TransactionNeed need() {
        if (with != Scope.CALLERS) {
            return TransactionNeed.NONE;
        }
        return without == Scope.REFUSED ? TransactionNeed.REQUIRED : TransactionNeed.OPTIONAL;
    }

    /** The transaction of a call, depending on whether the caller has one. */
    Scope scope(boolean hasTransaction) {
        return hasTransaction ? with : without;
    }
}
