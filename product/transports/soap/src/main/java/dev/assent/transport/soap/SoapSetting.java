package dev.assent.transport.soap;

import dev.assent.SettingKey;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.HttpUrl;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Every setting of the SOAP transport: its key, purpose and reason, its default, its unit and the allowed values. The
 * reference page is generated from this.
 */
public enum SoapSetting implements SettingKey {
    /** {@code soap-listen}. */
    LISTEN(
            "soap-listen",
            "The address at which this process listens. Others keep it in their logs, so give a node a fixed port; port"
                    + " 0 (any free one) is only for trials. Without this setting the process is a client: it calls"
                    + " others, and nobody can call it. An address beyond loopback needs `soap-key-store`.",
            "",
            text -> text.isEmpty() || isPlace(text),
            "HOST:PORT, or nothing"),

    /** {@code soap-address}. */
    ADDRESS(
            "soap-address",
            "The address that this process gives to others, if it differs from the one at which it listens: behind a"
                    + " proxy, or behind address translation (NAT).",
            "",
            text -> text.isEmpty() || (isPlace(text) && !text.endsWith(":0")),
            "HOST:PORT, or nothing"),

    /** {@code soap-key-file}. */
    KEY_FILE(
            "soap-key-file",
            "The file with the secret from which this process makes the keys of its references, so that nobody can"
                    + " guess them. The first start makes it. A node that listens keeps it beside its log, as"
                    + " `soap.key`, unless you set another. Without it, as in a client, references end with the"
                    + " process.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-key-store}. */
    KEY_STORE(
            "soap-key-store",
            "The file (PKCS #12) with the certificate of this process and its key. With it all connections are HTTPS,"
                    + " both sides show a certificate, and addresses begin with `soap+https`. The process then neither"
                    + " calls nor answers a peer over plain HTTP.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-key-store-password}. */
    KEY_STORE_PASSWORD("soap-key-store-password", "The password of the key store.", "", any -> true, "a text"),

    /** {@code soap-trust-store}. */
    TRUST_STORE(
            "soap-trust-store",
            "The file (PKCS #12) with the certificates of the authorities that sign the peers' certificates. Needed"
                    + " with `soap-key-store`.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-trust-store-password}. */
    TRUST_STORE_PASSWORD("soap-trust-store-password", "The password of the trust store.", "", any -> true, "a text"),

    /** {@code soap-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "soap-plain-beyond-loopback",
            "Whether connections to and from other machines may be plain HTTP. Then anyone on the network path can"
                    + " read, change and forge calls and decisions.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code soap-expires}. */
    EXPIRES(
            "soap-expires",
            "The unit of the number in Expires, sent and received: milliseconds, as the standard says, or seconds, as"
                    + " some peers use it.",
            "milliseconds",
            text -> Arrays.stream(ExpiresUnit.values())
                    .anyMatch(each -> each.name().toLowerCase(Locale.ROOT).equals(text)),
            "milliseconds or seconds"),

    /** {@code soap-http}. */
    HTTP(
            "soap-http",
            "The version of HTTP for calls to others: 1.1 keeps connections open; 1.0 opens one for each request, for"
                    + " comparisons.",
            "1.1",
            text -> text.equals("1.1") || text.equals("1.0"),
            "1.1 or 1.0"),

    /** {@code soap-gzip}. */
    GZIP(
            "soap-gzip",
            "Whether this process compresses requests of 1 KiB and more (gzip), and asks for compressed answers. It is"
                    + " for slow networks. The peers must accept it, since HTTP has no way to ask first. Whatever this"
                    + " is, the process accepts compressed requests, and compresses an answer if the caller asks for"
                    + " it.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code soap-message-bytes-max}. */
    MESSAGE_BYTES_MAX(
            "soap-message-bytes-max",
            "How large a call, or its answer, may be, as XML before compression. A larger one is refused before it is"
                    + " sent. Messages of WS-AtomicTransaction have their own limit, 64 KiB.",
            "bytes",
            4 << 20,
            64 << 10,
            1 << 30),

    /** {@code soap-connections-max}. */
    CONNECTIONS_MAX(
            "soap-connections-max",
            "How many connections others may open to this process, and this process to one peer. Each unfinished call"
                    + " needs one.",
            "connections",
            4_096,
            1,
            100_000),

    /** {@code soap-idle-millis-max}. */
    IDLE_MILLIS_MAX(
            "soap-idle-millis-max",
            "After how long without use a connection is closed.",
            "milliseconds",
            30_000,
            1,
            3_600_000),

    /** {@code soap-receive-millis-max}. */
    RECEIVE_MILLIS_MAX(
            "soap-receive-millis-max",
            "How long a request may take to arrive, from its first byte to its last.",
            "milliseconds",
            10_000,
            1,
            3_600_000),

    /** {@code soap-threads-max}. */
    THREADS_MAX(
            "soap-threads-max",
            "How many threads serve connections. The node's worker threads run the called methods, except those that"
                    + " are always short.",
            "threads",
            16,
            4,
            1_000),

    /** {@code soap-call-millis-max}. */
    CALL_MILLIS_MAX(
            "soap-call-millis-max", "How long a call may take here at most.", "milliseconds", 300_000, 1, 3_600_000),

    /** {@code soap-request-millis-max}. */
    REQUEST_MILLIS_MAX(
            "soap-request-millis-max",
            "How long this process waits at most for an answer about a transaction.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code soap-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "soap-drain-millis-max",
            "How long a closing transport waits for unfinished calls and messages.",
            "milliseconds",
            5_000,
            0,
            3_600_000);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    SoapSetting(String key, String documentation, String defaultValue, Predicate<String> isAllowed, String allowed) {
        this.definition = new Definition(key, documentation, defaultValue, Values.ofTexts(allowed, isAllowed));
    }

    SoapSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
    }

    /** The port must be given: HTTP would use 80 for a missing one. */
    private static boolean isPlace(String text) {
        int colon = text.lastIndexOf(':');
        boolean isAny = colon > 0 && text.substring(colon).equals(":0");
        try {
            return HttpUrl.ofAddress("soap://" + (isAny ? text.substring(0, colon) + ":1" : text))
                            .pathAndQuery()
                            .equals("/")
                    && colon > text.lastIndexOf(']')
                    && text.substring(colon + 1).matches("[0-9]{1,5}/?");
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
