package dev.assent.core;

import dev.assent.SettingKey;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The values of the settings of one part, all checked. The configuration of a part keeps one.
 *
 * <p>Immutable and safe to share.
 *
 * @param <K> the settings of such a part
 */
public final class SettingValues<K extends Enum<K> & SettingKey> {
    private final Class<K> settings;
    private final Function<K, String> givenBy;
    private final Map<K, String> given;

    private SettingValues(Class<K> settings, Function<K, String> givenBy, Map<K, String> given) {
        this.settings = settings;
        this.givenBy = givenBy;
        this.given = given;
    }

    /** The defaults of all settings. */
    public static <K extends Enum<K> & SettingKey> SettingValues<K> defaults(Class<K> settings) {
        return defaults(settings, SettingKey::key);
    }

    /**
     * The defaults of all settings.
     *
     * @param givenBy the key under which the user gives a setting, for messages; a pure function
     */
    public static <K extends Enum<K> & SettingKey> SettingValues<K> defaults(
            Class<K> settings, Function<K, String> givenBy) {
        return new SettingValues<>(settings, givenBy, Map.of());
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public SettingValues<K> with(K setting, Object value) {
        String text = value.toString().strip();
        setting.check(key(setting), text);
        Map<K, String> changed = new EnumMap<>(settings);
        changed.putAll(given);
        changed.put(setting, text);
        return new SettingValues<>(settings, givenBy, changed);
    }

    /** The key under which the user gives a setting. */
    public String key(K setting) {
        return givenBy.apply(setting);
    }

    /** The value of a setting. */
    public String get(K setting) {
        return given.getOrDefault(setting, setting.defaultValue());
    }

    /** The value of a setting that is a number. */
    public long number(K setting) {
        return Long.parseLong(get(setting));
    }

    /** The value of a setting that is a number, and an int. */
    public int small(K setting) {
        return Math.toIntExact(number(setting));
    }

    /** The value of a setting that is {@code true} or {@code false}. */
    public boolean isTrue(K setting) {
        return Boolean.parseBoolean(get(setting));
    }
}
