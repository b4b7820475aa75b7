package dev.assent.transport.iiop;

import dev.assent.core.SettingValues;

/**
 * The settings of an IIOP transport. Every value is checked.
 *
 * <p>Immutable and safe to share.
 */
public final class IiopConfig {
    private final SettingValues<IiopSetting> values;

    private IiopConfig(SettingValues<IiopSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static IiopConfig defaults() {
        return new IiopConfig(SettingValues.defaults(IiopSetting.class));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public IiopConfig with(IiopSetting setting, Object value) {
        return new IiopConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(IiopSetting setting) {
        return values.get(setting);
    }

    SettingValues<IiopSetting> values() {
        return values;
    }
}
