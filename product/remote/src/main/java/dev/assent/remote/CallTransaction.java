package dev.assent.remote;

/**
 * Which transaction the work of a call is part of, with Jakarta EE's meaning (Jakarta Enterprise Beans 4.0, section
 * 8.6; Jakarta Transactions 2.0, section 3.7).
 */
public enum CallTransaction {
    /** The caller's transaction; a transaction of its own if the caller has none. */
    REQUIRED,
    /** Always a transaction of its own. */
    REQUIRES_NEW,
    /** The caller's transaction; the call is refused if the caller has none. */
    MANDATORY,
    /** The caller's transaction; none if the caller has none. */
    SUPPORTS,
    /** None. */
    NOT_SUPPORTED,
    /** None; the call is refused if the caller has a transaction. */
    NEVER
}
