package dev.assent.remote.service;

import dev.assent.remote.CallTransaction;
import dev.assent.remote.transport.TransactionNeed;

/** The transaction of one call, as the attribute of the called method says. */
enum CallScope {
    /** The caller's. */
    CALLERS,
    /** One of its own. */
    OWN,
    /** None. */
    NONE,
    /** The call is refused. */
    REFUSED;

    static CallScope of(CallTransaction attribute, boolean hasTransaction) {
        return switch (attribute) {
            case REQUIRED -> hasTransaction ? CALLERS : OWN;
            case REQUIRES_NEW -> OWN;
            case MANDATORY -> hasTransaction ? CALLERS : REFUSED;
            case SUPPORTS -> hasTransaction ? CALLERS : NONE;
            case NOT_SUPPORTED -> NONE;
            case NEVER -> hasTransaction ? REFUSED : NONE;
        };
    }

    /** The part of an attribute that callers may know before the call. */
    static TransactionNeed need(CallTransaction attribute) {
        if (of(attribute, true) != CALLERS) {
            return TransactionNeed.NONE;
        }
        return of(attribute, false) == REFUSED ? TransactionNeed.REQUIRED : TransactionNeed.OPTIONAL;
    }
}
