package dev.assent.transport.nativewire.assembly;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.remote.setting.KeySettings;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;
import dev.assent.transport.nativewire.connection.Tuning;
import javax.net.ssl.SSLContext;

/**
 * The settings of a transport, as its parts need them.
 *
 * <p>Immutable and safe to share.
 */
public record NativeValues(SettingValues<NativeSetting> settings) {
    private static final KeySettings<NativeSetting> KEYS = new KeySettings<>(
            NativeSetting.KEY_STORE,
            NativeSetting.KEY_STORE_PASSWORD,
            NativeSetting.TRUST_STORE,
            NativeSetting.TRUST_STORE_PASSWORD);

    /**
     * Checks that the settings don't contradict each other.
     *
     * @throws IllegalArgumentException when they do
     */
    void check() {
        KEYS.check(settings);
    }

    /** The configuration key of a setting. */
    String key(NativeSetting setting) {
        return settings.key(setting);
    }

    /** Whether connections are TLS. */
    boolean isProtected() {
        return KEYS.isProtected(settings);
    }

    /**
     * The keys and certificates for TLS.
     *
     * @throws IllegalStateException when a file can't be read; the message names it and its setting
     */
    public SSLContext keys() {
        return KEYS.files(settings).read(MESSAGES::keysUnread);
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
    String get(NativeSetting setting) {
        return settings.get(setting);
    }

    long number(NativeSetting setting) {
        return settings.number(setting);
    }

    private int small(NativeSetting setting) {
        return settings.small(setting);
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
