package dev.assent.resources.jms;

import dev.assent.SettingKey;

/**
 * Every setting of a JMS pool: its key, its purpose and reason, its default, its unit and its allowed values, in the
 * order in which people need them. The reference page is generated from this.
 */
public enum JmsPoolSetting implements SettingKey {
    /** {@code sessions-max}. */
    SESSIONS_MAX(
            "sessions-max",
            "The most sessions, each with its own connection, in addition to the one that recovery opens for itself. A"
                    + " transaction has one session of the pool, whatever it does.",
            "sessions",
            20,
            1,
            10_000),

    /** {@code acquisition-timeout-millis}. */
    ACQUISITION_TIMEOUT_MILLIS(
            "acquisition-timeout-millis",
            "How long a caller waits for a session while all are in use. Then it fails, and the error names the longest"
                    + " holder. A caller that waits for ever would report nothing.",
            "milliseconds",
            5_000,
            1,
            3_600_000),

    /** {@code login-timeout-seconds}. */
    LOGIN_TIMEOUT_SECONDS(
            "login-timeout-seconds",
            "How long connecting may take, for callers and for recovery, so that a broker that accepts and sends"
                    + " nothing blocks no caller.",
            "seconds",
            10,
            1,
            3_600),

    /** {@code probe}. */
    PROBE(
            "probe",
            "Whether the pool prepares a branch, finds it on another connection and rolls it back before it gives its"
                    + " first session. So a broker that can't do that is found before a transaction relies on it. The"
                    + " branch is empty and touches no queue. The probe runs when the pool is opened, which waits for"
                    + " it. If it does not reach the broker then, it runs before each connection is made until it has"
                    + " passed.",
            true);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a pure function
    private final Definition definition;

    JmsPoolSetting(String key, String documentation, String unit, long defaultValue, long min, long max) {
        this.definition =
                Definition.ofNumber(key, documentation, defaultValue, new SettingKey.NumberRange(unit, min, max));
    }

    JmsPoolSetting(String key, String documentation, boolean isOn) {
        this.definition = Definition.ofSwitch(key, documentation, isOn);
    }

    @Override
    public Definition definition() {
        return definition;
    }
}
