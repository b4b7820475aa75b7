package dev.assent.transport.iiop;

import dev.assent.SettingKey;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.PeerIds;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Every setting of the IIOP transport: its key, what it is for and why, its default, its unit and what is allowed. The
 * reference page is generated from this.
 */
public enum IiopSetting implements SettingKey {
    /** {@code iiop-listen}. */
    LISTEN(
            "iiop-listen",
            "The address at which this process listens and others reach it. Others keep it in their logs, inside of"
                    + " references, so the port must never change. Without it this process is a client: it calls"
                    + " others, and nobody calls it.",
            "",
            IiopSetting::isPlaceOrEmpty,
            "HOST:PORT with a port from 1, or nothing"),

    /** {@code iiop-address}. */
    ADDRESS(
            "iiop-address",
            "The address that references name, if others reach this process at another address than the one it listens"
                    + " at: if it listens at all addresses, `0.0.0.0`, or is behind a relay or an address translation.",
            "",
            IiopSetting::isPlaceOrEmpty,
            "HOST:PORT with a port from 1, or nothing"),

    /** {@code iiop-key-file}. */
    KEY_FILE(
            "iiop-key-file",
            "The file with the secret that makes the keys of references, so that nobody can guess one. The first start"
                    + " makes the file. A node that listens keeps it beside its log, as `iiop.key`, unless this names"
                    + " another file. Without the file, as in a client, references are valid only until the process"
                    + " ends.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code iiop-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "iiop-plain-beyond-loopback",
            "Whether connections to and from other machines are allowed. The ORB has no TLS here, so anyone on the"
                    + " network path can read, change and forge calls and decisions.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code iiop-context-id}. */
    CONTEXT_ID(
            "iiop-context-id",
            "The id of the service context that carries a transaction. The standard's is 0, TransactionService;"
                    + " WildFly needs 3735928559.",
            "0",
            PeerIds::isId,
            "a number from 0 to 4294967295"),

    /** {@code iiop-context-ids-of-peers}. */
    CONTEXT_IDS_OF_PEERS(
            "iiop-context-ids-of-peers",
            "Another context id for single processes.",
            "",
            PeerIds::isList,
            "HOST:PORT=NUMBER, separated by commas, or nothing"),

    /** {@code iiop-context-ids-accepted}. */
    CONTEXT_IDS_ACCEPTED(
            "iiop-context-ids-accepted",
            "The ids under which this process accepts the transaction context of a call.",
            "0,3735928559",
            text -> Arrays.stream(text.split(",", -1)).allMatch(PeerIds::isId),
            "numbers from 0 to 4294967295, separated by commas"),

    /** {@code iiop-policy-unsaid}. */
    POLICY_UNSAID(
            "iiop-policy-unsaid",
            "What happens to a request in a transaction if the reference of its object has no OTSPolicy. With `permit`"
                    + " it goes without the transaction, with `prevent` it is not sent: these are the values of the"
                    + " standard's NonTxTargetPolicy, for which the ORB has no client policy. With `adapts` it goes"
                    + " with the transaction: some peers, such as Narayana, never put the policy into their"
                    + " references.",
            "permit",
            text -> text.equals("permit") || text.equals("prevent") || text.equals("adapts"),
            "permit, prevent or adapts"),

    /** {@code iiop-orb-class}. */
    ORB_CLASS(
            "iiop-orb-class",
            "The class of the ORB.",
            "com.sun.corba.se.impl.orb.ORBImpl",
            text -> !text.isEmpty(),
            "a class name"),

    /** {@code iiop-message-bytes-max}. */
    MESSAGE_BYTES_MAX(
            "iiop-message-bytes-max",
            "The largest size of a call's arguments, and of its result, in bytes. Assent refuses a larger one before"
                    + " it sends it.",
            "bytes",
            4 << 20,
            1 << 10,
            1 << 30),

    /** {@code iiop-depth-max}. */
    DEPTH_MAX("iiop-depth-max", "How deeply the values of a call may be nested.", "levels", 100, 1, 500),

    /** {@code iiop-threads-max}. */
    THREADS_MAX(
            "iiop-threads-max",
            "How many calls to others this process makes at once; each needs a thread. Further calls wait for a thread"
                    + " until their time is over.",
            "threads",
            256,
            1,
            10_000),

    /** {@code iiop-request-threads-max}. */
    REQUEST_THREADS_MAX(
            "iiop-request-threads-max",
            "How many requests about transactions this process makes to others at once. They have threads of their"
                    + " own: a call may wait for the locks of a transaction, and must not keep a thread that the"
                    + " transaction needs to end.",
            "threads",
            256,
            1,
            10_000),

    /** {@code iiop-threads-per-place-max}. */
    THREADS_PER_PLACE_MAX(
            "iiop-threads-per-place-max",
            "How many threads of either kind one place may have at once, so that a process that doesn't answer leaves"
                    + " some for others. Further work waits for its turn.",
            "threads",
            128,
            1,
            10_000),

    /** {@code iiop-calls-max}. */
    CALLS_MAX(
            "iiop-calls-max",
            "How many calls from others this process accepts at once; each needs two threads. It refuses further calls"
                    + " before they run, and the caller knows that they did not run.",
            "calls",
            256,
            1,
            10_000),

    /** {@code iiop-requests-max}. */
    REQUESTS_MAX(
            "iiop-requests-max",
            "How many requests about transactions from others this process accepts at once.",
            "requests",
            256,
            1,
            10_000),

    /** {@code iiop-call-millis-max}. */
    CALL_MILLIS_MAX(
            "iiop-call-millis-max",
            "How long a caller waits here for an answer at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code iiop-request-millis-max}. */
    REQUEST_MILLIS_MAX(
            "iiop-request-millis-max",
            "How long this process waits for an answer about a transaction at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code iiop-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "iiop-drain-millis-max",
            "How long a transport that closes waits for calls and requests that still run.",
            "milliseconds",
            5_000,
            0,
            3_600_000);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    IiopSetting(String key, String documentation, String defaultValue, Predicate<String> isAllowed, String allowed) {
        this.definition = new Definition(key, documentation, defaultValue, Values.ofTexts(allowed, isAllowed));
    }

    IiopSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
    }

    private static boolean isPlaceOrEmpty(String text) {
        return text.isEmpty()
                || IiopPlace.parse(text).filter(each -> each.port() > 0).isPresent();
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
