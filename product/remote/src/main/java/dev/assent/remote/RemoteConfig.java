package dev.assent.remote;

import dev.assent.core.SettingValues;

/**
 * The settings of a node's work with other processes, all checked.
 *
 * <p>Immutable and safe to share.
 */
public final class RemoteConfig {
    private final SettingValues<RemoteSetting> values;

    private RemoteConfig(SettingValues<RemoteSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static RemoteConfig defaults() {
        return new RemoteConfig(SettingValues.defaults(RemoteSetting.class));
    }

    /**
     * These settings with one changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public RemoteConfig with(RemoteSetting setting, Object value) {
        return new RemoteConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(RemoteSetting setting) {
        return values.get(setting);
    }

    /**
     * The value of a setting that is a number.
     *
     * @throws NumberFormatException if it is a text
     */
    public int number(RemoteSetting setting) {
        return values.small(setting);
    }
}
