package dev.assent.resources;

import dev.assent.SettingKey;
import java.time.Duration;

/**
 * Every setting of a pool: its key, its purpose and reason, its default, its unit and its allowed values, in the order
 * in which people need them. The reference page is generated from this.
 */
public enum PoolSetting implements SettingKey {
    /** {@code connections-max}. */
    CONNECTIONS_MAX(
            "connections-max",
            "The most connections, in addition to those that recovery opens for itself. If there are more than the"
                    + " database can work on at the same time, every caller becomes slower, so callers wait here instead.",
            Unit.CONNECTIONS,
            20,
            1,
            10_000),

    /** {@code connections-prefilled}. */
    CONNECTIONS_PREFILLED(
            "connections-prefilled",
            "How many connections the pool makes in the background when it is opened, and keeps when it closes idle"
                    + " ones. So the first callers after a start or a pause need not wait. No more than"
                    + " 'connections-max'. A database that is down does not prevent the opening of the pool.",
            Unit.CONNECTIONS,
            0,
            0,
            10_000),

    /** {@code acquisition-timeout-millis}. */
    ACQUISITION_TIMEOUT_MILLIS(
            "acquisition-timeout-millis",
            "How long a caller waits for a connection while all are in use. Then it fails, and the error names the"
                    + " holders. A caller that waits for ever would report nothing.",
            Unit.MILLISECONDS,
            5_000,
            1,
            Limit.HOUR_MILLIS),

    /** {@code login-timeout-seconds}. */
    LOGIN_TIMEOUT_SECONDS(
            "login-timeout-seconds",
            "How long connecting may take, for callers and for recovery, so that a server that accepts and sends"
                    + " nothing blocks no caller. If the driver's data source has a login timeout already, Assent"
                    + " leaves it alone.",
            Unit.SECONDS,
            5,
            1,
            Limit.HOUR_SECONDS),

    /** {@code leak-report-after-millis}. */
    LEAK_REPORT_AFTER_MILLIS(
            "leak-report-after-millis",
            "The pool reports a connection that is held for longer once, with the thread and the stack that took it,"
                    + " and again when it comes back after all. 0 reports none, and records no stacks.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code reclaim-after-untouched-millis}. */
    RECLAIM_AFTER_UNTOUCHED_MILLIS(
            "reclaim-after-untouched-millis",
            "The pool takes a held connection from its holder if no JDBC call has used it for longer. Local work is"
                    + " rolled back, and a transaction ends as if it had timed out. A running call is use, however long"
                    + " it takes, and so is reading from a stream. Writing to a stream of a large object, and work"
                    + " behind 'unwrap', are not seen. With this setting every call costs a little more, and a holder"
                    + " that only pauses loses its work; so the default is 0, never.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code validation-after-idle-millis}. */
    VALIDATION_AFTER_IDLE_MILLIS(
            "validation-after-idle-millis",
            "The pool tests a connection that was idle for longer before it gives it out, since the server may have"
                    + " gone meanwhile. 0 tests every one, which costs a round trip each time.",
            Unit.MILLISECONDS,
            1_000,
            0,
            Limit.HOUR_MILLIS),

    /** {@code validation-timeout-seconds}. */
    VALIDATION_TIMEOUT_SECONDS(
            "validation-timeout-seconds",
            "How long such a test may take; if a connection does not answer in time, the pool closes it and gives"
                    + " another out.",
            Unit.SECONDS,
            5,
            1,
            Limit.HOUR_SECONDS),

    /** {@code idle-limit-seconds}. */
    IDLE_LIMIT_SECONDS(
            "idle-limit-seconds",
            "The pool closes a connection that was idle for longer, so that after a rush the database can free what it"
                    + " keeps for each connection; 0 closes none.",
            Unit.SECONDS,
            600,
            0,
            Limit.DAY_SECONDS),

    /** {@code lifetime-limit-seconds}. */
    LIFETIME_LIMIT_SECONDS(
            "lifetime-limit-seconds",
            "The pool closes an older connection as soon as nobody uses it: sessions use more and more memory in the"
                    + " server, and firewalls and load balancers cut long ones silently. 0 closes none.",
            Unit.SECONDS,
            1_800,
            0,
            Limit.DAY_SECONDS),

    /** {@code network-timeout-millis}. */
    NETWORK_TIMEOUT_MILLIS(
            "network-timeout-millis",
            "How long a statement, a prepare or a commit waits for the server's answer, by the driver's"
                    + " setNetworkTimeout; then the connection is closed. Without it a machine that vanished blocks a"
                    + " thread until the system closes the socket. But it also cuts every statement that takes longer,"
                    + " so the default is 0, no limit. With a driver that can't do it the pool gives no connection.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code recovery-timeout-millis}. */
    RECOVERY_TIMEOUT_MILLIS(
            "recovery-timeout-millis",
            "How long recovery, on its own connections, waits for each answer of the database, if the driver can limit"
                    + " that, so that one silent database does not delay the others.",
            Unit.MILLISECONDS,
            30_000,
            100,
            Limit.HOUR_MILLIS),

    /** {@code lost-commit-limit-millis}. */
    LOST_COMMIT_LIMIT_MILLIS(
            "lost-commit-limit-millis",
            "How long a one-phase commit that lost its answer waits for the database to tell, on a new connection, how"
                    + " it ended; after that it is a hazard. Only PostgreSQL can tell, and only if Assent has asked for"
                    + " the transaction's number before its commit, which costs a round trip; 0 asks for neither.",
            Unit.MILLISECONDS,
            10_000,
            0,
            Limit.HOUR_MILLIS),

    /** {@code probe}. */
    PROBE(
            "probe",
            "Whether the pool prepares a branch, finds it on another connection and rolls it back before it gives its"
                    + " first connection. So a database that can't do that is found before a transaction relies on it."
                    + " The probe runs when the pool is opened, which waits for it. If it does not reach the database"
                    + " then, it runs before each connection is made until it has passed.",
            true),

    /** {@code accept-lossy}. */
    ACCEPT_LOSSY(
            "accept-lossy",
            "Whether the pool accepts a database that loses prepared branches, as H2 and HSQLDB do: after a crash a"
                    + " transaction on two of them can be half done. For tests and data that may be lost.",
            false);

    private enum Unit {
        SWITCH("", Duration.ZERO),
        CONNECTIONS("connections", Duration.ZERO),
        MILLISECONDS("milliseconds", Duration.ofMillis(1)),
        SECONDS("seconds", Duration.ofSeconds(1));

        private final String word;
        private final Duration duration;

        Unit(String word, Duration duration) {
            this.word = word;
            this.duration = duration;
        }
    }

    private interface Limit {
        long HOUR_SECONDS = 3_600;
        long HOUR_MILLIS = HOUR_SECONDS * 1_000;
        long DAY_SECONDS = 86_400;
        long DAY_MILLIS = DAY_SECONDS * 1_000;
    }

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    private final Unit unit;

    PoolSetting(String key, String documentation, Unit unit, long defaultValue, long min, long max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit.word, min, max));
        this.unit = unit;
    }

    PoolSetting(String key, String documentation, boolean isOn) {
        this.definition = Definition.ofSwitch(key, documentation, isOn);
        this.unit = Unit.SWITCH;
    }

    @Override
    public Definition definition() {
        return definition;
    }

    /** Whether it concerns branches, which a last resource does not have. */
    public boolean isAboutBranches() {
        return this == PROBE || this == ACCEPT_LOSSY || this == LOST_COMMIT_LIMIT_MILLIS;
    }

    /** A number of its unit, which is one of time. */
    Duration toDuration(long number) {
        return unit.duration.multipliedBy(number);
    }
}
