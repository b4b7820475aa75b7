package dev.assent.transport.soap;

import dev.assent.core.SettingValues;

/**
 * The settings of a SOAP transport. Every value is checked.
 *
 * <p>Immutable and safe to share.
 */
public final class SoapConfig {
    private final SettingValues<SoapSetting> values;

    private SoapConfig(SettingValues<SoapSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static SoapConfig defaults() {
        return new SoapConfig(SettingValues.defaults(SoapSetting.class));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public SoapConfig with(SoapSetting setting, Object value) {
        return new SoapConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(SoapSetting setting) {
        return values.get(setting);
    }

    SettingValues<SoapSetting> values() {
        return values;
    }
}
