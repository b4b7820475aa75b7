package dev.assent;

import dev.assent.core.SettingValues;
import java.util.Properties;

/**
 * The settings of a node, all checked. Code and properties use the same keys.
 *
 * <p>Immutable and safe to share.
 */
public final class AssentConfig {
    private final SettingValues<Setting> values;

    private AssentConfig(SettingValues<Setting> values) {
        this.values = values;
    }

    /** The defaults of all settings. */
    public static AssentConfig defaults() {
        return new AssentConfig(SettingValues.defaults(Setting.class));
    }

    /**
     * The settings in {@code properties}, defaults for the rest.
     *
     * @throws IllegalArgumentException for an unknown key or a value that is not allowed
     */
    public static AssentConfig of(Properties properties) {
        AssentConfig config = defaults();
        for (String key : properties.stringPropertyNames()) {
            config = config.with(Setting.of(key), properties.getProperty(key));
        }
        return config;
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a word, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public AssentConfig with(Setting setting, Object value) {
        return new AssentConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(Setting setting) {
        return values.get(setting);
    }

    /**
     * The value of a setting that is a number.
     *
     * @throws NumberFormatException if it is a text
     */
    public int number(Setting setting) {
        return values.small(setting);
    }
}
