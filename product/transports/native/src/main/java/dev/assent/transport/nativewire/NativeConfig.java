package dev.assent.transport.nativewire;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.remote.setting.KeySettings;
import dev.assent.transport.nativewire.connection.Tuning;
import javax.net.ssl.SSLContext;

/**
 * The settings of a native transport. Every value is checked.
 *
 * <p>Immutable and safe to share.
 */
public final class NativeConfig {
    private static final KeySettings<NativeSetting> KEYS = new KeySettings<>(
            NativeSetting.KEY_STORE,
            NativeSetting.KEY_STORE_PASSWORD,
            NativeSetting.TRUST_STORE,
            NativeSetting.TRUST_STORE_PASSWORD);

    private final SettingValues<NativeSetting> values;

    NativeConfig(SettingValues<NativeSetting> values) {
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
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NativeConfig with(NativeSetting setting, Object value) {
        return new NativeConfig(values.with(setting, value));
    }

    /**
     * Checks that the settings don't contradict each other.
     *
     * @throws IllegalArgumentException when they do
     */
    void check() {
        KEYS.check(values);
    }

    /** The configuration key of a setting. */
    String key(NativeSetting setting) {
        return values.key(setting);
    }

    /** Whether connections are TLS. */
    boolean isProtected() {
        return KEYS.isProtected(values);
    }

    /**
     * The keys and certificates for TLS.
     *
     * @throws IllegalStateException when a file can't be read; the message names it and its setting
     */
    SSLContext keys() {
        return KEYS.files(values).read(MESSAGES::keysUnread);
    }

    /** Whether connections go inside of HTTP. */
    boolean isTunnelled() {
        return get(NativeSetting.TUNNEL).equals("http");
    }

    /** The scheme of its addresses. */
    String scheme() {
        return isTunnelled() ? NativeTransport.SCHEME_TUNNELLED : NativeTransport.SCHEME;
    }

    /** The value of a setting. */
    public String get(NativeSetting setting) {
        return values.get(setting);
    }

    long number(NativeSetting setting) {
        return values.number(setting);
    }

    private int small(NativeSetting setting) {
        return values.small(setting);
    }

    /** The bounds of its connections. */
    Tuning tuning() {
        return new Tuning(
                small(NativeSetting.FRAME_BYTES_MAX),
                small(NativeSetting.CALLS_MAX),
                small(NativeSetting.CONNECTIONS_MAX),
                number(NativeSetting.PARTIAL_BYTES_MAX),
                number(NativeSetting.STALL_MILLIS_MAX),
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
