package dev.assent.resources;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;
import java.time.Duration;

/**
 * Every setting of a pool: its key, what it is for and why, its default, its unit and what is allowed.
 * In the order in which people need them. The reference page is generated from this.
 */
public enum PoolSetting implements SettingKey {
    /** {@code connections-max}. */
    CONNECTIONS_MAX(
            "connections-max",
            "How many connections there are at most; those that recovery opens for itself come on top. More than the"
                    + " database can work on at the same time makes everybody slower, so callers wait here instead.",
            Unit.CONNECTIONS,
            20,
            1,
            10_000),

    /** {@code connections-prefilled}. */
    CONNECTIONS_PREFILLED(
            "connections-prefilled",
            "How many connections are made in the background when the pool is opened, and kept when others are closed"
                    + " for being idle, so that the first callers after a start or a pause need not wait. No more than"
                    + " 'connections-max'. A database that is down then keeps no pool from opening.",
            Unit.CONNECTIONS,
            0,
            0,
            10_000),

    /** {@code acquisition-timeout-millis}. */
    ACQUISITION_TIMEOUT_MILLIS(
            "acquisition-timeout-millis",
            "How long a caller waits for a connection while all are in use. Then it fails and is told who holds them,"
                    + " since a caller that waits for ever tells nobody.",
            Unit.MILLISECONDS,
            5_000,
            1,
            Limit.HOUR_MILLIS),

    /** {@code login-timeout-seconds}. */
    LOGIN_TIMEOUT_SECONDS(
            "login-timeout-seconds",
            "How long connecting may take, for callers and for recovery, so that a server that accepts and says nothing"
                    + " holds nobody. A login timeout that the driver's data source has already is left alone.",
            Unit.SECONDS,
            5,
            1,
            Limit.HOUR_SECONDS),

    /** {@code leak-report-after-millis}. */
    LEAK_REPORT_AFTER_MILLIS(
            "leak-report-after-millis",
            "A connection that is held for longer is reported once, with the thread and the stack that took it, and"
                    + " reported again when it comes back after all; 0 reports none, and remembers no stacks.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code reclaim-after-untouched-millis}. */
    RECLAIM_AFTER_UNTOUCHED_MILLIS(
            "reclaim-after-untouched-millis",
            "A connection that is held, but was not used by any JDBC call for longer, is taken from its holder: local"
                    + " work is rolled back, a transaction ends as if its time were over. A call that is running is use,"
                    + " however long it takes, and so is reading from a stream; writing to a stream of a large object and"
                    + " what is done behind 'unwrap' are not seen. Every call costs a little more then, and a holder that only pauses loses"
                    + " its work, so 0, never, unless it is set.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code validation-after-idle-millis}. */
    VALIDATION_AFTER_IDLE_MILLIS(
            "validation-after-idle-millis",
            "A connection that was idle for longer is tried before it is given out, since the server may have gone"
                    + " meanwhile; 0 tries every one, which costs a round trip each time.",
            Unit.MILLISECONDS,
            1_000,
            0,
            Limit.HOUR_MILLIS),

    /** {@code validation-timeout-seconds}. */
    VALIDATION_TIMEOUT_SECONDS(
            "validation-timeout-seconds",
            "How long such a trial may take; a connection that does not answer in time is closed and another is given"
                    + " out.",
            Unit.SECONDS,
            5,
            1,
            Limit.HOUR_SECONDS),

    /** {@code idle-limit-seconds}. */
    IDLE_LIMIT_SECONDS(
            "idle-limit-seconds",
            "A connection that was idle for longer is closed, so that a pool gives back after its rush what the"
                    + " database keeps for each; 0 closes none.",
            Unit.SECONDS,
            600,
            0,
            Limit.DAY_SECONDS),

    /** {@code lifetime-limit-seconds}. */
    LIFETIME_LIMIT_SECONDS(
            "lifetime-limit-seconds",
            "A connection that is older is closed as soon as nobody uses it: sessions gather memory in the server, and"
                    + " firewalls and load balancers cut long ones without a word; 0 closes none.",
            Unit.SECONDS,
            1_800,
            0,
            Limit.DAY_SECONDS),

    /** {@code network-timeout-millis}. */
    NETWORK_TIMEOUT_MILLIS(
            "network-timeout-millis",
            "How long a statement, a prepare or a commit waits for the server's answer, by the driver's"
                    + " setNetworkTimeout; then the connection is closed. Without it a machine that vanished holds a"
                    + " thread until the system gives the socket up, but it also cuts every statement that takes longer:"
                    + " so 0, for ever, unless it is set. A driver that cannot do it gives no connection then.",
            Unit.MILLISECONDS,
            0,
            0,
            Limit.DAY_MILLIS),

    /** {@code recovery-timeout-millis}. */
    RECOVERY_TIMEOUT_MILLIS(
            "recovery-timeout-millis",
            "How long recovery, on its own connections, waits for each answer of the database, on drivers that can limit"
                    + " it, so that one silent database does not keep the others waiting.",
            Unit.MILLISECONDS,
            30_000,
            100,
            Limit.HOUR_MILLIS),

    /** {@code lost-commit-limit-millis}. */
    LOST_COMMIT_LIMIT_MILLIS(
            "lost-commit-limit-millis",
            "How long a one-phase commit that lost its answer waits to hear from the database how it ended, on a new"
                    + " connection, before it is told as a hazard. PostgreSQL alone can tell, and only of a transaction whose"
                    + " number was asked for before its commit, which costs a round trip; 0 asks for neither.",
            Unit.MILLISECONDS,
            10_000,
            0,
            Limit.HOUR_MILLIS),

    /** {@code probe}. */
    PROBE(
            "probe",
            "Whether a branch is really prepared, found on another connection and rolled back before the pool gives its"
                    + " first connection, so that a database that cannot do it is found out before a transaction relies"
                    + " on it. It runs when the pool is opened, which waits for it; when the database is not reached"
                    + " then, before each connection is made until it has passed.",
            true),

    /** {@code accept-lossy}. */
    ACCEPT_LOSSY(
            "accept-lossy",
            "Whether a database may be used that loses prepared branches, as H2 and HSQLDB do: after a crash a"
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
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit.word, min, max));
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

    /** Whether it says something about branches, which a last resource does not have. */
    public boolean isAboutBranches() {
        return this == PROBE || this == ACCEPT_LOSSY || this == LOST_COMMIT_LIMIT_MILLIS;
    }

    /** So many of its unit, which is one of time. */
    Duration toDuration(long number) {
        return unit.duration.multipliedBy(number);
    }
}
