package dev.assent.transport.nativewire;

import dev.assent.core.SettingValues;

/**
 * The settings of a native transport. Every value is checked.
 *
 * <p>Immutable and safe to share.
 */
public final class NativeConfig {
    private final SettingValues<NativeSetting> values;

    private NativeConfig(SettingValues<NativeSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static NativeConfig defaults() {
        return new NativeConfig(SettingValues.defaults(NativeSetting.class));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public NativeConfig with(NativeSetting setting, Object value) {
        return new NativeConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(NativeSetting setting) {
        return values.get(setting);
    }

    SettingValues<NativeSetting> values() {
        return values;
    }
}
