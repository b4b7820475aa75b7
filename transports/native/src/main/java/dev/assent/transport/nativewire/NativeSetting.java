package dev.assent.transport.nativewire;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;
import dev.assent.transport.nativewire.connection.NativeAddress;
import java.util.function.Predicate;

/**
 * Every setting of the native transport: its key, what it is for and why, its default, its unit and what is allowed.
 * The reference page is generated from this.
 */
public enum NativeSetting implements SettingKey {
    /** {@code native-listen}. */
    LISTEN(
            "native-listen",
            "Where others reach this process. Port 0 is one that the system chooses. Without it this process calls others,"
                    + " and is called by nobody: a client. Beyond loopback it needs `native-key-store`.",
            "",
            NativeSetting::isPlaceOrEmpty,
            "HOST:PORT, or nothing"),

    /** {@code native-address}. */
    ADDRESS(
            "native-address",
            "The address by which others are told to reach this process, when that is another than where it listens: it"
                    + " listens at all addresses, `0.0.0.0`, or behind a translation of addresses.",
            "",
            NativeSetting::isPlaceOrEmpty,
            "HOST:PORT, or nothing"),

    /** {@code native-key-store}. */
    KEY_STORE(
            "native-key-store",
            "The file (PKCS #12) with the certificate of this process and its key. With it all connections are TLS, and both"
                    + " sides show a certificate. That of a node has `urn:assent:node:` and the 32 digits of the node among"
                    + " its alternative names; without, it is a client's.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code native-key-store-password}. */
    KEY_STORE_PASSWORD("native-key-store-password", "The password of the key store.", "", any -> true, "a text"),

    /** {@code native-trust-store}. */
    TRUST_STORE(
            "native-trust-store",
            "The file (PKCS #12) with the certificates of those who sign the certificates of others. Needed with"
                    + " `native-key-store`.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code native-trust-store-password}. */
    TRUST_STORE_PASSWORD("native-trust-store-password", "The password of the trust store.", "", any -> true, "a text"),

    /** {@code native-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "native-plain-beyond-loopback",
            "Whether connections to and from other machines may go without TLS. Everybody on the way may then read, change"
                    + " and forge calls and decisions, and whoever connects is believed to be the node that it says it is"
                    + " (law 22).",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code native-tunnel}. */
    TUNNEL(
            "native-tunnel",
            "Whether connections go inside of HTTP, for firewalls that let nothing else through; addresses begin with"
                    + " `native+http` then. In a node's file `listen = native+http://HOST:PORT` says the same. A node may have"
                    + " a transport of each kind, at different ports.",
            "none",
            text -> text.equals("none") || text.equals("http"),
            "none or http"),

    /** {@code native-frame-bytes-max}. */
    FRAME_BYTES_MAX(
            "native-frame-bytes-max",
            "How large a call or its reply may be; what is larger is refused before it is sent.",
            "bytes",
            4 << 20,
            1 << 16,
            1 << 30),

    /** {@code native-depth-max}. */
    DEPTH_MAX("native-depth-max", "How deeply the values that a call carries may be nested.", "levels", 100, 1, 1_000),

    /** {@code native-calls-max}. */
    CALLS_MAX(
            "native-calls-max",
            "How many calls and questions of one connection may be without an answer; what is more is refused, and known"
                    + " not to be done.",
            "calls",
            10_000,
            1,
            1_000_000),

    /** {@code native-connections-max}. */
    CONNECTIONS_MAX(
            "native-connections-max",
            "How many connections others may have open here. An idle one needs a file handle and some hundred bytes.",
            "connections",
            16_384,
            1,
            1_000_000),

    /** {@code native-partial-bytes-max}. */
    PARTIAL_BYTES_MAX(
            "native-partial-bytes-max",
            "How much memory all connections may need for messages that have not come whole. When they need more, the host"
                    + " that holds most loses a connection: a slow one that holds much. A host with less than its share,"
                    + " which is this divided by the number of hosts, loses none.",
            "bytes",
            64 << 20,
            1 << 20,
            1 << 30),

    /** {@code native-stall-millis-max}. */
    STALL_MILLIS_MAX(
            "native-stall-millis-max",
            "In which time a message that has begun to come must go on: 4,096 more bytes of it, or its end, each time anew;"
                    + " else the connection is closed. A slow link may take as long as it needs for a large message, and a"
                    + " connection that stops in the middle of one holds no memory for longer.",
            "milliseconds",
            30_000,
            100,
            3_600_000),

    /** {@code native-connect-millis-max}. */
    CONNECT_MILLIS_MAX(
            "native-connect-millis-max",
            "How long it may take until both sides of a connection know each other.",
            "milliseconds",
            5_000,
            1,
            600_000),

    /** {@code native-quiet-millis-max}. */
    QUIET_MILLIS_MAX(
            "native-quiet-millis-max",
            "After how long without a byte the other side is asked whether it lives, while an answer is waited for. After"
                    + " three times as long the connection is given up.",
            "milliseconds",
            10_000,
            10,
            3_600_000),

    /** {@code native-idle-millis-max}. */
    IDLE_MILLIS_MAX(
            "native-idle-millis-max",
            "After how long without use a connection is closed; the next call opens another.",
            "milliseconds",
            300_000,
            100,
            86_400_000),

    /** {@code native-request-millis-max}. */
    REQUEST_MILLIS_MAX(
            "native-request-millis-max",
            "How long an answer about a transaction is waited for at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code native-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "native-drain-millis-max",
            "How long a transport that is closed lets go on what is under way.",
            "milliseconds",
            5_000,
            0,
            3_600_000),

    /** {@code native-threads}. */
    THREADS(
            "native-threads",
            "How many threads read from connections. They wait for nothing but them, so that few are enough.",
            "threads",
            2,
            1,
            64);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    NativeSetting(String key, String documentation, String defaultValue, Predicate<String> isAllowed, String allowed) {
        this.definition = new Definition(key, documentation, defaultValue, Values.ofTexts(allowed, isAllowed));
    }

    NativeSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    private static boolean isPlaceOrEmpty(String text) {
        return text.isEmpty() || NativeAddress.isPlace(text);
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
