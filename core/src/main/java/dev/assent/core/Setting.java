package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.jta.JtaTransactionManager;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The settings of core, each with key, purpose, default, unit and allowed values. The reference page is generated from
 * this.
 */
public enum Setting implements SettingKey {
    /** {@code log}. */
    LOG(
            "log",
            "Where decisions are kept: in a folder, or in memory, which survives nothing.",
            "file",
            "file",
            "memory"),

    /** {@code log-folder}. */
    LOG_FOLDER("log-folder", "The folder of the decision log; made when it is not there. One node each.", "assent-log"),

    /** {@code log-segment-bytes}. */
    LOG_SEGMENT_BYTES(
            "log-segment-bytes",
            "The size of each of the log's two segments; the records of all unfinished transactions have to fit into one.",
            "bytes",
            4 << 20,
            64 << 10,
            1 << 30),

    /** {@code admin}. */
    ADMIN(
            "admin",
            "Whether './assent log' can ask the node while it runs: through a socket in its log folder, which only the"
                    + " user that it runs as and root may use.",
            "socket",
            "socket",
            "none"),

    /** {@code transaction-timeout-seconds}. */
    TRANSACTION_TIMEOUT_SECONDS(
            "transaction-timeout-seconds",
            "How long a transaction may take until its decision; 0 for ever.",
            "seconds",
            60,
            0,
            JtaTransactionManager.TIMEOUT_SECONDS_MAX),

    /** {@code transactions-max}. */
    TRANSACTIONS_MAX(
            "transactions-max",
            "How many transactions may be under way, and how many may wait for recovery; rounded up to a power of two.",
            "transactions",
            16_384,
            64,
            1 << 20),

    /** {@code close-limit-seconds}. */
    CLOSE_LIMIT_SECONDS(
            "close-limit-seconds",
            "How long closing the node takes at most, whatever databases, brokers and other nodes do: half of it is for"
                    + " transactions to end, a quarter for transports and the log, the last quarter for pools. Then the node"
                    + " leaves what has not ended, and names it in a warning. Keep it below the time that the system gives a"
                    + " process after SIGTERM.",
            "seconds",
            20,
            1,
            3_600),

    /** {@code unregistered-resources}. */
    UNREGISTERED_RESOURCES(
            "unregistered-resources",
            "Whether a transaction takes an XAResource that belongs to no registered resource. After a crash recovery can't"
                    + " connect to such a resource: a branch that was prepared stays in doubt, with its locks, until an"
                    + " operator ends it there. What Assent knows of a driver is not corrected: PostgreSQL's then answers a"
                    + " commit with success although a failed statement has undone the work.",
            "refuse",
            "refuse",
            "allow"),

    /** {@code dispatch}. */
    DISPATCH(
            "dispatch",
            "How several participants are asked: all at once, or one after the other on the caller's thread.",
            "parallel",
            "parallel",
            "inline"),

    /** {@code dispatch-threads-max}. */
    DISPATCH_THREADS_MAX(
            "dispatch-threads-max",
            "How many threads ask participants on Java 17 to 20; later ones use virtual threads.",
            "threads",
            64,
            1,
            10_000),

    /** {@code metrics}. */
    METRICS(
            "metrics",
            "What is counted: nothing; everything, without times; with the times of one transaction in 16; with those"
                    + " of all, which costs two looks at the clock for each verb.",
            "sampled",
            "off",
            "counts",
            "sampled",
            "all"),

    /** {@code jmx}. */
    JMX(
            "jmx",
            "Whether the metrics of the node and its pools are shown by the platform's MBean server, as"
                    + " `dev.assent:type=Node,node=ID` and `dev.assent:type=Pool,node=ID,name=NAME`.",
            "off",
            "on",
            "off"),

    /** {@code recovery-period-seconds}. */
    RECOVERY_PERIOD_SECONDS(
            "recovery-period-seconds",
            "How often resources are asked for orphans while nothing is known to wait for recovery.",
            "seconds",
            60,
            1,
            86_400);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    Setting(String key, String documentation, String unit, int defaultValue, int min, int max) {
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    Setting(String key, String documentation, String defaultValue, String... words) {
        Values values = words.length == 0
                ? Values.ofTexts("a path", value -> !value.isBlank())
                : Values.ofTexts(String.join(", ", words), List.of(words)::contains);
        this.definition = new Definition(key, documentation, defaultValue, values);
    }

    @Override
    public Definition definition() {
        return definition;
    }

    /** The setting with this key. */
    static Setting of(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(MESSAGES.settingUnknown(
                        key, Arrays.stream(values()).map(Setting::key).collect(Collectors.joining(", ")))));
    }
}
