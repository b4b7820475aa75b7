package dev.assent.transport.nativewire;

import dev.assent.SettingKey;
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
            "The address at which others reach this process. With port 0 the system chooses one. Without it this"
                    + " process is a client: it calls others, and nobody calls it. An address that other machines can"
                    + " reach needs `native-key-store`.",
            "",
            NativeSetting::isPlaceOrEmpty,
            "HOST:PORT, or nothing"),

    /** {@code native-address}. */
    ADDRESS(
            "native-address",
            "The address that this process tells to others, if they reach it at another address than the one it"
                    + " listens at: if it listens at all addresses, `0.0.0.0`, or is behind an address translation.",
            "",
            NativeSetting::isPlaceOrEmpty,
            "HOST:PORT, or nothing"),

    /** {@code native-key-store}. */
    KEY_STORE(
            "native-key-store",
            "The file (PKCS #12) with the certificate of this process and its key. With it all connections are TLS,"
                    + " and both sides show a certificate. A node's certificate has `urn:assent:node:` and the 32"
                    + " digits of the node among its alternative names; a certificate without that name is a client's.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code native-key-store-password}. */
    KEY_STORE_PASSWORD("native-key-store-password", "The password of the key store.", "", any -> true, "a text"),

    /** {@code native-trust-store}. */
    TRUST_STORE(
            "native-trust-store",
            "The file (PKCS #12) with the certificates of the authorities that sign the certificates of others. Needed"
                    + " with `native-key-store`.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code native-trust-store-password}. */
    TRUST_STORE_PASSWORD("native-trust-store-password", "The password of the trust store.", "", any -> true, "a text"),

    /** {@code native-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "native-plain-beyond-loopback",
            "Whether connections to and from other machines may go without TLS. Then anyone on the network path can"
                    + " read, change and forge calls and decisions, and any process that connects can claim to be any"
                    + " node.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code native-tunnel}. */
    TUNNEL(
            "native-tunnel",
            "Whether connections go inside of HTTP, for firewalls that let only HTTP through. The addresses then begin"
                    + " with `native+http`. In a node's file `listen = native+http://HOST:PORT` means the same. A node"
                    + " may have a transport of each kind, at different ports.",
            "none",
            text -> text.equals("none") || text.equals("http"),
            "none or http"),

    /** {@code native-frame-bytes-max}. */
    FRAME_BYTES_MAX(
            "native-frame-bytes-max",
            "The largest size of a call or a reply, in bytes. Assent refuses a larger one before it sends it.",
            "bytes",
            4 << 20,
            1 << 16,
            1 << 30),

    /** {@code native-depth-max}. */
    DEPTH_MAX("native-depth-max", "How deeply the values that a call carries may be nested.", "levels", 100, 1, 1_000),

    /** {@code native-calls-max}. */
    CALLS_MAX(
            "native-calls-max",
            "How many calls and questions may wait for answers on one connection. Assent refuses further ones before"
                    + " they run, and the caller knows that they did not run.",
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
            "How much memory all connections may use for messages that have come in part. If they need more, the host"
                    + " that holds most loses a connection: a slow one that holds much. A host with less than its"
                    + " share, which is this limit divided by the number of hosts, loses none.",
            "bytes",
            64 << 20,
            1 << 20,
            1 << 30),

    /** {@code native-stall-millis-max}. */
    STALL_MILLIS_MAX(
            "native-stall-millis-max",
            "The period in which each incomplete message must make progress: 4,096 more bytes, or its end. If it does"
                    + " not, Assent closes the connection. So a slow link may take as long as it needs for a large"
                    + " message, and a connection that stops in the middle of a message soon releases its memory.",
            "milliseconds",
            30_000,
            100,
            3_600_000),

    /** {@code native-connect-millis-max}. */
    CONNECT_MILLIS_MAX(
            "native-connect-millis-max",
            "How long it may take to connect and exchange the first frames.",
            "milliseconds",
            5_000,
            1,
            600_000),

    /** {@code native-quiet-millis-max}. */
    QUIET_MILLIS_MAX(
            "native-quiet-millis-max",
            "If a caller waits for an answer and no byte has come for this time, Assent asks the other side for a sign"
                    + " of life. After three times as long without one it closes the connection.",
            "milliseconds",
            10_000,
            10,
            3_600_000),

    /** {@code native-idle-millis-max}. */
    IDLE_MILLIS_MAX(
            "native-idle-millis-max",
            "How long a connection may be unused before Assent closes it; the next call opens another.",
            "milliseconds",
            300_000,
            100,
            86_400_000),

    /** {@code native-request-millis-max}. */
    REQUEST_MILLIS_MAX(
            "native-request-millis-max",
            "How long this process waits for an answer about a transaction at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code native-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "native-drain-millis-max",
            "How long a transport that closes waits for calls and requests that still run.",
            "milliseconds",
            5_000,
            0,
            3_600_000),

    /** {@code native-threads}. */
    THREADS(
            "native-threads",
            "How many threads read from connections. They do not wait for anything else, so a few are enough.",
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
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
    }

    private static boolean isPlaceOrEmpty(String text) {
        return text.isEmpty() || NativeAddress.isPlace(text);
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
