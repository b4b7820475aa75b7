package dev.assent.remote;

import dev.assent.SettingKey;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.remote.node.AllowedAddresses;

/**
 * Every setting of a node's work with other processes: its key, purpose and reason, its default, its unit and the
 * allowed values. The reference page is generated from this.
 */
public enum RemoteSetting implements SettingKey {
    /** {@code allowed-addresses}. */
    ALLOWED_ADDRESSES(
            "allowed-addresses",
            "Which addresses this node may call if others name them, in the context of a call or in a registration."
                    + " Separated by commas: `loopback`, which is this machine by any scheme, and all nodes of this"
                    + " process; or an address such as `native://bank-b.example:7000`, which also allows every path"
                    + " behind its port; or `*` for all addresses. Inside an address, `*` stands for any characters but"
                    + " `/`, `:`, `@`, `?` and `#`, and `/*` at the end for any path. With `*` for all, everybody who may call this node can make it"
                    + " connect anywhere.",
            "loopback"),

    /** {@code call-timeout-millis}. */
    CALL_TIMEOUT_MILLIS(
            "call-timeout-millis",
            "How long a call waits for its reply at most, even if its transaction has more time. A call without a"
                    + " reply may have been done, so its transaction can only roll back.",
            "milliseconds",
            30_000,
            1,
            3_600_000),

    /** {@code unprepared-timeout-seconds}. */
    UNPREPARED_TIMEOUT_SECONDS(
            "unprepared-timeout-seconds",
            "How long the work of a caller's transaction waits here for its end, if the caller sets no timeout. Then"
                    + " this node rolls it back, since the caller may be gone for good. Once this node has voted, the"
                    + " work waits without a limit.",
            "seconds",
            60,
            1,
            86_400),

    /** {@code unprepared-timeout-seconds-max}. */
    UNPREPARED_TIMEOUT_SECONDS_MAX(
            "unprepared-timeout-seconds-max",
            "How long the work of a caller's transaction waits here at most until this node votes, whatever timeout the"
                    + " caller sets: a hostile caller could set one that never ends. If a transaction takes longer,"
                    + " this node rolls its work back, and the transaction can only roll back. So set this to at least"
                    + " the longest timeout of the nodes and clients whose transactions come here.",
            "seconds",
            3_600,
            1,
            NodeTransactionManager.TIMEOUT_SECONDS_MAX),

    /** {@code client-timeout-seconds-max}. */
    CLIENT_TIMEOUT_SECONDS_MAX(
            "client-timeout-seconds-max",
            "The longest timeout of a transaction that a client without a transaction manager begins here, since the"
                    + " client may be gone for good. If the client asks for no timeout, it is a minute, or this limit"
                    + " if that is less.",
            "seconds",
            3_600,
            1,
            86_400),

    /** {@code client-transactions-max}. */
    CLIENT_TRANSACTIONS_MAX(
            "client-transactions-max",
            "How many unfinished transactions one such client may have here, so that a client that hangs does not stop"
                    + " the others. A client is known by its certificate; without one by the key that it makes for"
                    + " itself, as clients of Assent do over native and IIOP. A node that begins transactions here as a"
                    + " client is known by its node id over native. All clients of one host that have neither count as"
                    + " one: those that begin transactions over SOAP, and those of other vendors over IIOP.",
            "transactions",
            1_000,
            1,
            1_000_000),

    /** {@code client-transactions-max-of-host}. */
    CLIENT_TRANSACTIONS_MAX_OF_HOST(
            "client-transactions-max-of-host",
            "How many unfinished transactions all clients and nodes of one host that show no certificate may have here"
                    + " together, as clients. A client could exceed its own limit by making more keys, or by claiming"
                    + " to be many nodes; only this limit stops it from using up the transactions of other hosts. Set"
                    + " it below `transactions-max`.",
            "transactions",
            4_000,
            1,
            1_000_000),

    /** {@code reference-lease-seconds}. */
    REFERENCE_LEASE_SECONDS(
            "reference-lease-seconds",
            "How long this node keeps an object for a caller that has a reference to it and neither calls nor renews"
                    + " it.",
            "seconds",
            300,
            1,
            86_400),

    /** {@code references-max-of-caller}. */
    REFERENCES_MAX_OF_CALLER(
            "references-max-of-caller",
            "How many references one caller may have, so that a caller that never releases any does not fill the"
                    + " memory. A caller is known by its certificate; without one by the key that it makes for itself,"
                    + " or keeps as a cookie over SOAP, and a node over native by the node id that it claims. All"
                    + " callers of one host that have neither count as one, nodes too.",
            "references",
            1_000,
            1,
            1_000_000),

    /** {@code references-max-of-host}. */
    REFERENCES_MAX_OF_HOST(
            "references-max-of-host",
            "How many references all clients and nodes of one host that show no certificate may have together. A caller"
                    + " could exceed its own limit by making more keys, or by claiming to be many nodes.",
            "references",
            4_000,
            1,
            1_000_000),

    /** {@code references-max}. */
    REFERENCES_MAX(
            "references-max", "How many references all callers may have together.", "references", 10_000, 1, 1_000_000);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    RemoteSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
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
