package dev.assent.transport.nativewire;

import dev.assent.transport.nativewire.connection.Tuning;
import java.util.EnumMap;
import java.util.Map;

/**
 * The settings of a native transport, every one checked.
 *
 * <p>Immutable and safe to share.
 */
public final class NativeConfig {
    private final Map<NativeSetting, String> values;

    private NativeConfig(Map<NativeSetting, String> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static NativeConfig defaults() {
        return new NativeConfig(new EnumMap<>(NativeSetting.class));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NativeConfig with(NativeSetting setting, Object value) {
        String text = value.toString().strip();
        setting.check(text);
        Map<NativeSetting, String> changed = new EnumMap<>(NativeSetting.class);
        changed.putAll(values);
        changed.put(setting, text);
        return new NativeConfig(changed);
    }

    /** The value of a setting. */
    public String get(NativeSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    long number(NativeSetting setting) {
        return Long.parseLong(get(setting));
    }

    private int small(NativeSetting setting) {
        return Math.toIntExact(number(setting));
    }

    /** The bounds of its connections. */
    Tuning tuning() {
        return new Tuning(
                small(NativeSetting.FRAME_BYTES_MAX),
                small(NativeSetting.CALLS_MAX),
                small(NativeSetting.CONNECTIONS_MAX),
                number(NativeSetting.PARTIAL_BYTES_MAX),
                number(NativeSetting.CONNECT_MILLIS_MAX),
                number(NativeSetting.QUIET_MILLIS_MAX),
                number(NativeSetting.IDLE_MILLIS_MAX));
    }

    int threads() {
        return small(NativeSetting.THREADS);
    }

    int depthMax() {
        return small(NativeSetting.DEPTH_MAX);
    }
}
