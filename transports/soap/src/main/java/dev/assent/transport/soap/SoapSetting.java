package dev.assent.transport.soap;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.HttpUrl;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Every setting of the SOAP transport: its key, what it is for and why, its default, its unit and what is allowed. The
 * reference page is generated from this.
 */
public enum SoapSetting implements SettingKey {
    /** {@code soap-listen}. */
    LISTEN(
            "soap-listen",
            "Where others reach this process; it stands in references that others keep in their logs, so a node's port is a"
                    + " fixed one, and 0, for any that is free, is for trying out. Without it this process calls others, and"
                    + " is called by nobody: a client. Beyond loopback it needs `soap-key-store`.",
            "",
            text -> text.isEmpty() || isPlace(text),
            "HOST:PORT, or nothing"),

    /** {@code soap-address}. */
    ADDRESS(
            "soap-address",
            "The address by which others are told to reach this process, when that is another than where it listens: it is"
                    + " behind a proxy, or a translation of addresses.",
            "",
            text -> text.isEmpty() || (isPlace(text) && !text.endsWith(":0")),
            "HOST:PORT, or nothing"),

    /** {@code soap-key-file}. */
    KEY_FILE(
            "soap-key-file",
            "The file with the secret by which the keys of references are made that nobody can guess (law 22). It is made at"
                    + " the first start. A node that listens has it beside its log, as `soap.key`, unless it is told another."
                    + " Without it, as in a client, references are good for this life of the process.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-key-store}. */
    KEY_STORE(
            "soap-key-store",
            "The file (PKCS #12) with the certificate of this process and its key. With it all connections are HTTPS, both"
                    + " sides show a certificate, and addresses begin with `soap+https`; who speaks plain HTTP is neither"
                    + " called nor answered.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-key-store-password}. */
    KEY_STORE_PASSWORD("soap-key-store-password", "The password of the key store.", "", any -> true, "a text"),

    /** {@code soap-trust-store}. */
    TRUST_STORE(
            "soap-trust-store",
            "The file (PKCS #12) with the certificates of those who sign the certificates of others. Needed with"
                    + " `soap-key-store`.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code soap-trust-store-password}. */
    TRUST_STORE_PASSWORD("soap-trust-store-password", "The password of the trust store.", "", any -> true, "a text"),

    /** {@code soap-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "soap-plain-beyond-loopback",
            "Whether connections to and from other machines may be plain HTTP. Everybody on the way may then read, change and"
                    + " forge calls and decisions.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code soap-expires}. */
    EXPIRES(
            "soap-expires",
            "What the number in Expires counts, both ways: milliseconds, as the standard says, or seconds, as some peers read"
                    + " it.",
            "milliseconds",
            text -> Arrays.stream(ExpiresUnit.values())
                    .anyMatch(each -> each.name().toLowerCase(Locale.ROOT).equals(text)),
            "milliseconds or seconds"),

    /** {@code soap-http}. */
    HTTP(
            "soap-http",
            "How this process calls others: 1.1 keeps connections, 1.0 has one for each request, for comparisons.",
            "1.1",
            text -> text.equals("1.1") || text.equals("1.0"),
            "1.1 or 1.0"),

    /** {@code soap-gzip}. */
    GZIP(
            "soap-gzip",
            "Whether this process compresses what it posts (gzip), from 1 KiB on, and asks for answers that are: for slow"
                    + " networks, and for peers that take it, which HTTP can't ask for first. What others post compressed is"
                    + " taken, and who asks for compressed answers gets them, always.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code soap-message-bytes-max}. */
    MESSAGE_BYTES_MAX(
            "soap-message-bytes-max",
            "How large a call may be, and its answer, as XML that is not compressed; what is larger is refused before it is sent. Messages of"
                    + " WS-AtomicTransaction have a limit of their own, 64 KiB.",
            "bytes",
            4 << 20,
            64 << 10,
            1 << 30),

    /** {@code soap-connections-max}. */
    CONNECTIONS_MAX(
            "soap-connections-max",
            "How many connections others may have here, and this process to one place: each call under way needs one.",
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
            "How long a request may take to come, from its first byte to its last.",
            "milliseconds",
            10_000,
            1,
            3_600_000),

    /** {@code soap-threads-max}. */
    THREADS_MAX(
            "soap-threads-max",
            "How many threads work for connections; the work of calls is the node's workers', unless it is always short.",
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
            "How long an answer about a transaction is waited for at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code soap-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "soap-drain-millis-max",
            "How long a transport that is closed lets go on what is under way.",
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
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    /** A port is told: by HTTP, one without digits would be 80. */
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
