package dev.assent.resources.jms;

import dev.assent.core.NumberRange;
import dev.assent.core.SettingKey;

/**
 * Every setting of a JMS pool: its key, what it is for and why, its default, its unit and what is
 * allowed. In the order in which people need them. The reference page is generated from this.
 */
public enum JmsPoolSetting implements SettingKey {
    /** {@code sessions-max}. */
    SESSIONS_MAX(
            "sessions-max",
            "How many sessions there are at most, each with a connection of its own; the one that recovery opens for"
                    + " itself comes on top. A transaction has one session of the pool, whatever it does.",
            "sessions",
            20,
            1,
            10_000),

    /** {@code acquisition-timeout-millis}. */
    ACQUISITION_TIMEOUT_MILLIS(
            "acquisition-timeout-millis",
            "How long a caller waits for a session while all are in use. Then it fails and is told who has held one for"
                    + " longest, since a caller that waits for ever tells nobody.",
            "milliseconds",
            5_000,
            1,
            3_600_000),

    /** {@code login-timeout-seconds}. */
    LOGIN_TIMEOUT_SECONDS(
            "login-timeout-seconds",
            "How long connecting may take, for callers and for recovery, so that a broker that accepts and says nothing"
                    + " holds nobody.",
            "seconds",
            10,
            1,
            3_600),

    /** {@code probe}. */
    PROBE(
            "probe",
            "Whether a branch is really prepared, found on another connection and rolled back before the pool gives its"
                    + " first session, so that a broker that cannot do it is found out before a transaction relies on"
                    + " it. The branch is empty, no queue is touched. It runs when the pool is opened, which waits for"
                    + " it; when the broker is not reached then, before each connection is made until it has passed.",
            true);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    JmsPoolSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition = Definition.ofNumber(key, documentation, defaultValue, new NumberRange(unit, min, max));
    }

    JmsPoolSetting(String key, String documentation, boolean isOn) {
        this.definition = Definition.ofSwitch(key, documentation, isOn);
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
