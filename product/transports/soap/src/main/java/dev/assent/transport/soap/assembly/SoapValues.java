package dev.assent.transport.soap.assembly;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.setting.KeySettings;
import dev.assent.remote.setting.SecretSettings;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.SoapSetting;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.ListenerLimits;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a transport, as its parts need them.
 *
 * <p>Immutable and safe to share.
 */
public record SoapValues(SettingValues<SoapSetting> settings) {
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

    /** The key of a setting, as the user writes it. */
    String key(SoapSetting setting) {
        return settings.key(setting);
    }

    /** The value of a setting. */
    String get(SoapSetting setting) {
        return settings.get(setting);
    }

    long number(SoapSetting setting) {
        return settings.number(setting);
    }

    int small(SoapSetting setting) {
        return settings.small(setting);
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
        KEYS.check(settings);
    }

    /** Whether connections are HTTPS. */
    boolean isProtected() {
        return KEYS.isProtected(settings);
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
        return isProtected() ? KEYS.files(settings).read(MESSAGES::keysUnread) : null;
    }

    /** Whether another process's place may be called; with keys, only by HTTPS. */
    boolean mayGo(HttpUrl place) {
        return place.isSecure() == isProtected() && mayGo(place.host());
    }

    /** Whether a host may be called, or listened at. */
    boolean mayGo(String host) {
        return isProtected()
                || LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches()
                || settings.isTrue(SoapSetting.PLAIN_BEYOND_LOOPBACK);
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
                settings.isTrue(SoapSetting.GZIP));
    }

    /**
     * The secret that seals references.
     *
     * @throws IllegalArgumentException if a node listens and has no place for it
     * @throws IllegalStateException if its file can't be read or made
     */
    SigningSecret secret(TransportOwner owner) {
        return SECRET.read(settings, owner, MESSAGES::keyUnread);
    }
}
