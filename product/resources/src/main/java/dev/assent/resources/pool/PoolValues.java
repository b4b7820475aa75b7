package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.SettingKey;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values of the settings of one pool, every one checked.
 *
 * <p>Immutable and safe to share.
 *
 * @param <K> the settings that such a pool has
 */
public final class PoolValues<K extends Enum<K> & SettingKey> {
    private final String pool;
    private final Class<K> keys;
    private final Map<K, String> given;

    private PoolValues(String pool, Class<K> keys, Map<K, String> given) {
        this.pool = pool;
        this.keys = keys;
        this.given = given;
    }

    /** The defaults of every setting, for the pool of this name. */
    public static <K extends Enum<K> & SettingKey> PoolValues<K> defaults(String pool, Class<K> keys) {
        return new PoolValues<>(pool, keys, new EnumMap<>(keys));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number in the setting's unit, true or false for a switch, or a text as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public PoolValues<K> with(K key, Object value) {
        String text = value.toString().strip();
        if (!key.isAllowed(text)) {
            throw new IllegalArgumentException(
                    MESSAGES.poolSettingRefused(pool, key.key(), Secret.shown(key.key(), text), key.allowed()));
        }
        Map<K, String> changed = new EnumMap<>(keys);
        changed.putAll(given);
        changed.put(key, text);
        return new PoolValues<>(pool, keys, changed);
    }

    /**
     * As {@link #with(Enum, Object)}, by the key in a properties file.
     *
     * @param others the other keys of such a pool, for the message
     * @throws IllegalArgumentException also for an unknown key; that message is without the value, which may be a
     *     password under a misspelt key
     */
    public PoolValues<K> with(String key, String value, String others) {
        K known = Arrays.stream(keys.getEnumConstants())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        MESSAGES.poolKeyUnknown(pool, key, others, DriverBean.KEY_PREFIX, allKeys())));
        return with(known, value);
    }

    private String allKeys() {
        return Arrays.stream(keys.getEnumConstants()).map(SettingKey::key).collect(Collectors.joining(", "));
    }

    /** The value of a setting, in its unit; 1 for a switch that is true. */
    public long get(K key) {
        String value = given.getOrDefault(key, key.defaultValue());
        return switch (value) {
            case "true" -> 1;
            case "false" -> 0;
            default -> Long.parseLong(value);
        };
    }

    /** The given values, without the defaults. */
    @Override
    public String toString() {
        return given.entrySet().stream()
                .map(entry -> entry.getKey().key() + "=" + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
