package dev.assent;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.log.LogOptions;
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
            "Where the node keeps its decisions: in a folder, or in memory, where a crash loses them.",
            "file",
            "file",
            "memory"),

    /** {@code log-folder}. */
    LOG_FOLDER("log-folder", "The folder of the decision log, for one node only; made if it is missing.", "assent-log"),

    /** {@code log-segment-bytes}. */
    LOG_SEGMENT_BYTES(
            "log-segment-bytes",
            "The size of each of the log's two segments; the records of all unfinished transactions must fit into one.",
            LogOptions.SEGMENT_BYTES_DEFAULT,
            segmentBytes()),

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
            "The timeout of a transaction until its decision; 0 for none.",
            "seconds",
            60,
            0,
            NodeTransactionManager.TIMEOUT_SECONDS_MAX),

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
                    + " stops waiting, and a warning names everything that has not ended. Keep the limit below the time"
                    + " that the system gives a process after SIGTERM.",
            "seconds",
            20,
            1,
            3_600),

    /** {@code unregistered-resources}. */
    UNREGISTERED_RESOURCES(
            "unregistered-resources",
            "Whether a transaction accepts an XAResource that belongs to no registered resource. After a crash recovery"
                    + " can't connect to such a resource: a branch that was prepared stays in doubt, with its locks. If you"
                    + " register its resource later, recovery rolls the branch back, unless the transaction was decided to"
                    + " commit: then end the branch there by hand. Assent does not correct the driver's known deviations."
                    + " For example, PostgreSQL's driver votes to commit a branch whose work a failed statement has undone.",
            "refuse",
            "refuse",
            "allow"),

    /** {@code dispatch}. */
    DISPATCH(
            "dispatch",
            "How a node asks several participants: all at once, or one after the other on the caller's thread.",
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
            "The metrics of the node: none; counts without times; with the times of one transaction in 16; with the"
                    + " times of all, which reads the clock twice for each verb.",
            "sampled",
            "off",
            "counts",
            "sampled",
            "all"),

    /** {@code jmx}. */
    JMX(
            "jmx",
            "Whether the platform's MBean server shows the metrics of the node and its pools, as"
                    + " `dev.assent:type=Node,node=ID` and `dev.assent:type=Pool,node=ID,name=NAME`.",
            "false",
            "true",
            "false"),

    /** {@code recovery-period-seconds}. */
    RECOVERY_PERIOD_SECONDS(
            "recovery-period-seconds",
            "How often recovery asks resources for orphans while no transaction waits for it.",
            "seconds",
            60,
            1,
            86_400),

    /** {@code recovery-timeout-millis}. */
    RECOVERY_TIMEOUT_MILLIS(
            "recovery-timeout-millis",
            "How long recovery waits for each answer of a database that is registered by its plain data source, on drivers that"
                    + " can limit it, so that one silent database does not keep the others waiting. A pool has a setting of"
                    + " its own.",
            "milliseconds",
            30_000,
            100,
            3_600_000);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    Setting(String key, String documentation, String unit, int defaultValue, int min, int max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
    }

    Setting(String key, String documentation, int defaultValue, Values values) {
        this.definition = new Definition(key, documentation, Integer.toString(defaultValue), values);
    }

    Setting(String key, String documentation, String defaultValue, String... words) {
        Values values = words.length == 0
                ? Values.ofTexts("a path", value -> !value.isBlank())
                : Values.ofTexts(String.join(", ", words), List.of(words)::contains);
        this.definition = new Definition(key, documentation, defaultValue, values);
    }

    private static Values segmentBytes() {
        SettingKey.NumberRange range =
                new SettingKey.NumberRange("bytes", LogOptions.SEGMENT_BYTES_MIN, LogOptions.SEGMENT_BYTES_MAX);
        String allowed = range.allowed() + ", a multiple of " + LogOptions.SEGMENT_BYTES_STEP;
        return new Values(
                range.unit(), allowed, value -> range.parse(value).stream().anyMatch(LogOptions::isAllowed));
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
