package dev.assent.transport.iiop;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;
import dev.assent.transport.iiop.reference.IiopPlace;
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
            "Where this process listens, and others reach it; it stands in references that others keep in their logs, so the"
                    + " port is a fixed one. Without it this process calls others, and is called by nobody: a client.",
            "",
            IiopSetting::isPlaceOrEmpty,
            "HOST:PORT with a port from 1, or nothing"),

    /** {@code iiop-address}. */
    ADDRESS(
            "iiop-address",
            "The address that references name, by which others are told to reach this process, when that is another than where"
                    + " it listens: it listens at all addresses, `0.0.0.0`, or behind a relay or a translation of addresses.",
            "",
            IiopSetting::isPlaceOrEmpty,
            "HOST:PORT with a port from 1, or nothing"),

    /** {@code iiop-key-file}. */
    KEY_FILE(
            "iiop-key-file",
            "The file with the secret by which the keys of references are made that nobody can guess (law 22). It is made at"
                    + " the first start. A node that listens has it beside its log, as `iiop.key`, unless it is told another."
                    + " Without it, as in a client, references are good for this life of the process.",
            "",
            any -> true,
            "a path, or nothing"),

    /** {@code iiop-plain-beyond-loopback}. */
    PLAIN_BEYOND_LOOPBACK(
            "iiop-plain-beyond-loopback",
            "Whether connections to and from other machines are allowed. The ORB has no TLS here: everybody on the way may"
                    + " read, change and forge calls and decisions.",
            "false",
            text -> text.equals("true") || text.equals("false"),
            "true or false"),

    /** {@code iiop-context-id}. */
    CONTEXT_ID(
            "iiop-context-id",
            "The service context that carries a transaction. By the standard it is 0, TransactionService; WildFly wants"
                    + " 3735928559.",
            "0",
            text -> isId(text),
            "a number from 0 to 4294967295"),

    /** {@code iiop-context-ids-of-peers}. */
    CONTEXT_IDS_OF_PEERS(
            "iiop-context-ids-of-peers",
            "The same for single processes.",
            "",
            text -> PeerIds.isList(text),
            "HOST:PORT=NUMBER, separated by commas, or nothing"),

    /** {@code iiop-context-ids-accepted}. */
    CONTEXT_IDS_ACCEPTED(
            "iiop-context-ids-accepted",
            "The service contexts of calls that are taken for a transaction's.",
            "0,3735928559",
            text -> Arrays.stream(text.split(",", -1)).allMatch(IiopSetting::isId),
            "numbers from 0 to 4294967295, separated by commas"),

    /** {@code iiop-policy-unsaid}. */
    POLICY_UNSAID(
            "iiop-policy-unsaid",
            "What becomes of a request with a transaction to an object whose reference has no OTSPolicy. By `permit` it goes"
                    + " without the transaction, by `prevent` it does not go: the standard's NonTxTargetPolicy, which an ORB"
                    + " without policies of clients can't be told otherwise. By `adapts` it goes with the transaction: some"
                    + " peers, such as Narayana, never put the policy into their references.",
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
            "How large the arguments of a call may be in bytes, and its result; what is larger is refused before it is sent.",
            "bytes",
            4 << 20,
            1 << 10,
            1 << 30),

    /** {@code iiop-depth-max}. */
    DEPTH_MAX("iiop-depth-max", "How deeply the values of a call may be nested.", "levels", 100, 1, 500),

    /** {@code iiop-threads-max}. */
    THREADS_MAX(
            "iiop-threads-max",
            "How many calls of others may be under way at once, each of which needs a thread; more wait for their turn, as"
                    + " long as they have time.",
            "threads",
            256,
            1,
            10_000),

    /** {@code iiop-request-threads-max}. */
    REQUEST_THREADS_MAX(
            "iiop-request-threads-max",
            "The same for what others are asked and told about transactions, so that calls, which may wait for the locks of a"
                    + " transaction, keep no thread from its end.",
            "threads",
            256,
            1,
            10_000),

    /** {@code iiop-threads-per-place-max}. */
    THREADS_PER_PLACE_MAX(
            "iiop-threads-per-place-max",
            "How many threads of either kind one place may have at once, so that a process that answers nothing leaves some"
                    + " for others; more wait for their turn.",
            "threads",
            128,
            1,
            10_000),

    /** {@code iiop-calls-max}. */
    CALLS_MAX(
            "iiop-calls-max",
            "How many calls of others may be answered at once, each of which needs two threads; what is more is refused,"
                    + " and known not to be done.",
            "calls",
            256,
            1,
            10_000),

    /** {@code iiop-requests-max}. */
    REQUESTS_MAX(
            "iiop-requests-max",
            "The same for what others ask and tell about transactions.",
            "requests",
            256,
            1,
            10_000),

    /** {@code iiop-call-millis-max}. */
    CALL_MILLIS_MAX(
            "iiop-call-millis-max",
            "How long who has called waits here for an answer at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code iiop-request-millis-max}. */
    REQUEST_MILLIS_MAX(
            "iiop-request-millis-max",
            "How long an answer about a transaction is waited for at most.",
            "milliseconds",
            300_000,
            1,
            3_600_000),

    /** {@code iiop-drain-millis-max}. */
    DRAIN_MILLIS_MAX(
            "iiop-drain-millis-max",
            "How long a transport that is closed lets go on what is under way.",
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
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    private static boolean isPlaceOrEmpty(String text) {
        return text.isEmpty()
                || IiopPlace.parse(text).filter(each -> each.port() > 0).isPresent();
    }

    /** Whether a text is the number of a service context. */
    static boolean isId(String text) {
        try {
            Integer.parseUnsignedInt(text.strip());
            return true;
        } catch (NumberFormatException none) {
            return false;
        }
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
