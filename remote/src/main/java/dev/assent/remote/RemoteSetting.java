package dev.assent.remote;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;
import dev.assent.core.jta.JtaTransactionManager;

/**
 * Every setting of what a node has to do with others: its key, what it is for and why, its default, its unit and what
 * is allowed. The reference page is generated from this.
 */
public enum RemoteSetting implements SettingKey {
    /** {@code allowed-addresses}. */
    ALLOWED_ADDRESSES(
            "allowed-addresses",
            "Which addresses this node calls because others name them: in the context of a call, or when they register"
                    + " (law 22). Separated by commas: `loopback`, which is this machine by any scheme, and all nodes of"
                    + " this process; or an address such as `native://bank-b.example:7000`, with whatever follows its port,"
                    + " where `*` stands for any characters but `/`, `:`, `@`, `?` and `#`, and at the end, behind a `/`, for"
                    + " any path; or `*` for all, with which whoever may call this node can make it connect anywhere.",
            "loopback"),

    /** {@code call-timeout-millis}. */
    CALL_TIMEOUT_MILLIS(
            "call-timeout-millis",
            "How long a call waits for its reply at most, also when its transaction has more time. A call without a"
                    + " reply may have been done, so its transaction can only roll back.",
            "milliseconds",
            30_000,
            1,
            3_600_000),

    /** {@code unprepared-timeout-seconds}. */
    UNPREPARED_TIMEOUT_SECONDS(
            "unprepared-timeout-seconds",
            "How long the work of a caller's transaction waits here for the caller to end it, when the caller sets no"
                    + " limit; then it is rolled back, since the caller may be gone for good. Once it has voted it waits"
                    + " for as long as it takes.",
            "seconds",
            60,
            1,
            86_400),

    /** {@code unprepared-timeout-seconds-max}. */
    UNPREPARED_TIMEOUT_SECONDS_MAX(
            "unprepared-timeout-seconds-max",
            "How long the work of a caller's transaction waits here at most until it has voted, whatever limit the"
                    + " caller sets: that may be made up, and nobody ever end the work. A transaction that takes longer finds"
                    + " its work here rolled back, and can only roll back. Where some do, let this be no less than the longest"
                    + " timeout of the nodes and clients whose transactions come here.",
            "seconds",
            3_600,
            1,
            JtaTransactionManager.TIMEOUT_SECONDS_MAX),

    /** {@code client-timeout-seconds-max}. */
    CLIENT_TIMEOUT_SECONDS_MAX(
            "client-timeout-seconds-max",
            "How long a transaction may take that a client without a transaction manager begins here; one that asks for"
                    + " no limit gets a minute, or this when it is less. The client may be gone for good.",
            "seconds",
            3_600,
            1,
            86_400),

    /** {@code client-transactions-max}. */
    CLIENT_TRANSACTIONS_MAX(
            "client-transactions-max",
            "How many transactions one such client may have begun here and not ended, so that one that is stuck keeps no"
                    + " other from beginning some. A client is known by its certificate; without one by the key that it"
                    + " makes for itself, which clients of Assent do over native and IIOP. A node that begins transactions"
                    + " here as a client is known by its node id over native. All clients of one host that have"
                    + " neither count as one: those that begin transactions over SOAP, and those of other makes over IIOP.",
            "transactions",
            1_000,
            1,
            1_000_000),

    /** {@code client-transactions-max-of-host}. */
    CLIENT_TRANSACTIONS_MAX_OF_HOST(
            "client-transactions-max-of-host",
            "How many transactions all clients of one host that show no certificate, and all nodes of it that show none,"
                    + " may together have begun here as clients and not ended. A client that wants more than its own limit"
                    + " makes more keys, or says that it is many nodes; only this limit keeps it from using up what other"
                    + " hosts need. Set it below `transactions-max`.",
            "transactions",
            4_000,
            1,
            1_000_000),

    /** {@code reference-lease-seconds}. */
    REFERENCE_LEASE_SECONDS(
            "reference-lease-seconds",
            "How long an object is kept for a caller that has a reference to it and neither calls nor renews it.",
            "seconds",
            300,
            1,
            86_400),

    /** {@code references-max-of-caller}. */
    REFERENCES_MAX_OF_CALLER(
            "references-max-of-caller",
            "How many references one caller may have, so that one that never releases any fills nobody's memory."
                    + " A caller is known by its certificate; without one by the key that it makes for itself, or keeps as"
                    + " a cookie over SOAP, and a node over native by the node id that it claims. All callers of one host that have neither count as one, nodes too.",
            "references",
            1_000,
            1,
            1_000_000),

    /** {@code references-max-of-host}. */
    REFERENCES_MAX_OF_HOST(
            "references-max-of-host",
            "How many references all clients of one host that show no certificate, and all nodes of it that show none, may"
                    + " together have. A caller that wants more than its own limit makes more keys, or says that it is many"
                    + " nodes.",
            "references",
            4_000,
            1,
            1_000_000),

    /** {@code references-max}. */
    REFERENCES_MAX("references-max", "How many references all callers may have.", "references", 10_000, 1, 1_000_000);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    RemoteSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    RemoteSetting(String key, String documentation, String addresses) {
        Values lists = Values.ofTexts(AllowedAddresses.FORM, AllowedAddresses::isList);
        this.definition = new Definition(key, documentation, addresses, lists);
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
