package dev.assent.transport.soap;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.setting.KeySettings;
import dev.assent.remote.setting.SecretSettings;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.ListenerLimits;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a SOAP transport, all checked.
 *
 * <p>Immutable and safe to share.
 */
public final class SoapConfig {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final int HEADER_BYTES_MAX = 8 << 10;
    private static final int WAITING_MAX = 1_024;
    private static final long CONNECT_MILLIS_MAX = 15_000;

    private static final KeySettings<SoapSetting> KEYS = new KeySettings<>(
            SoapSetting.KEY_STORE,
            SoapSetting.KEY_STORE_PASSWORD,
            SoapSetting.TRUST_STORE,
            SoapSetting.TRUST_STORE_PASSWORD);

    private static final SecretSettings<SoapSetting> SECRET =
            new SecretSettings<>(SoapSetting.KEY_FILE, SoapSetting.LISTEN, SoapTransport.SCHEME + ".key");

    private final SettingValues<SoapSetting> values;

    SoapConfig(SettingValues<SoapSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static SoapConfig defaults() {
        return new SoapConfig(SettingValues.defaults(SoapSetting.class));
    }

    /**
     * These settings with one changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public SoapConfig with(SoapSetting setting, Object value) {
        return new SoapConfig(values.with(setting, value));
    }

    /** The key of a setting, as the user writes it. */
    String key(SoapSetting setting) {
        return values.key(setting);
    }

    /** The value of a setting. */
    public String get(SoapSetting setting) {
        return values.get(setting);
    }

    long number(SoapSetting setting) {
        return values.number(setting);
    }

    int small(SoapSetting setting) {
        return values.small(setting);
    }

    /** The host where it listens; null for a client. */
    @Nullable String host() {
        String listen = get(SoapSetting.LISTEN);
        return listen.isEmpty() ? null : listen.substring(0, listen.lastIndexOf(':'));
    }

    /** The port where it listens; 0 for any that is free. */
    int port() {
        String listen = get(SoapSetting.LISTEN);
        return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    /**
     * Checks that the settings fit together.
     *
     * @throws IllegalArgumentException if they don't
     */
    void check() {
        KEYS.check(values);
    }

    /** Whether connections are HTTPS. */
    boolean isProtected() {
        return KEYS.isProtected(values);
    }

    /** The scheme of its addresses. */
    String scheme() {
        return isProtected() ? HttpUrl.SECURE : HttpUrl.PLAIN;
    }

    /**
     * The keys for HTTPS; null for HTTP.
     *
     * @throws IllegalStateException if a file can't be read; the message names it and its setting
     */
    @Nullable SSLContext keys() {
        return isProtected() ? KEYS.files(values).read(MESSAGES::keysUnread) : null;
    }

    /** Whether another process's place may be called; with keys, only by HTTPS. */
    boolean mayGo(HttpUrl place) {
        return place.isSecure() == isProtected() && mayGo(place.host());
    }

    /** Whether a host may be called, or listened at. */
    boolean mayGo(String host) {
        return isProtected()
                || LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches()
                || values.isTrue(SoapSetting.PLAIN_BEYOND_LOOPBACK);
    }

    ExpiresUnit expires() {
        return ExpiresUnit.valueOf(get(SoapSetting.EXPIRES).toUpperCase(Locale.ROOT));
    }

    ListenerLimits listener() {
        return new ListenerLimits(
                HEADER_BYTES_MAX,
                small(SoapSetting.MESSAGE_BYTES_MAX),
                small(SoapSetting.CONNECTIONS_MAX),
                number(SoapSetting.IDLE_MILLIS_MAX),
                number(SoapSetting.RECEIVE_MILLIS_MAX),
                small(SoapSetting.THREADS_MAX));
    }

    CallerLimits caller() {
        return new CallerLimits(
                HEADER_BYTES_MAX,
                small(SoapSetting.MESSAGE_BYTES_MAX),
                small(SoapSetting.CONNECTIONS_MAX),
                WAITING_MAX,
                CONNECT_MILLIS_MAX,
                number(SoapSetting.IDLE_MILLIS_MAX),
                get(SoapSetting.HTTP).equals("1.0"),
                values.isTrue(SoapSetting.GZIP));
    }

    /**
     * The secret that seals references.
     *
     * @throws IllegalArgumentException if a node listens and has no place for it
     * @throws IllegalStateException if its file can't be read or made
     */
    SigningSecret secret(TransportOwner owner) {
        return SECRET.read(values, owner, MESSAGES::keyUnread);
    }
}
