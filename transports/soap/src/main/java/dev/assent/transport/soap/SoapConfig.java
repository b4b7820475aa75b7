package dev.assent.transport.soap;

import dev.assent.core.adapter.KeyFiles;
import dev.assent.core.message.Message;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.ListenerLimits;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a SOAP transport, every one checked.
 *
 * <p>Immutable and safe to share.
 */
public final class SoapConfig {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final int HEADER_BYTES_MAX = 8 << 10;
    private static final int WAITING_MAX = 1_024;
    private static final long CONNECT_MILLIS_MAX = 15_000;

    /** What keys begin with where the settings are given, so that messages name them by these. */
    private final String prefix;

    private final Map<SoapSetting, String> values;

    private SoapConfig(String prefix, Map<SoapSetting, String> values) {
        this.prefix = prefix;
        this.values = values;
    }

    /** Every setting has its default. */
    public static SoapConfig defaults() {
        return defaults(SoapSetting.PREFIX);
    }

    /** Every setting has its default, and is given by a key that begins otherwise, such as {@code transport.inside.} */
    static SoapConfig defaults(String prefix) {
        return new SoapConfig(prefix, new EnumMap<>(SoapSetting.class));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public SoapConfig with(SoapSetting setting, Object value) {
        String text = value.toString().strip();
        setting.check(key(setting), text);
        Map<SoapSetting, String> changed = new EnumMap<>(SoapSetting.class);
        changed.putAll(values);
        changed.put(setting, text);
        return new SoapConfig(prefix, changed);
    }

    /** The key by which a setting is given. */
    String key(SoapSetting setting) {
        return prefix + setting.shortKey();
    }

    /** The value of a setting. */
    public String get(SoapSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    long number(SoapSetting setting) {
        return Long.parseLong(get(setting));
    }

    int small(SoapSetting setting) {
        return Math.toIntExact(number(setting));
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
     * Checks that the settings go together.
     *
     * @throws IllegalArgumentException when they don't
     */
    void check() {
        if (isProtected() && get(SoapSetting.TRUST_STORE).isEmpty()) {
            throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                    key(SoapSetting.TRUST_STORE), "", "a path, since '" + key(SoapSetting.KEY_STORE) + "' is set"));
        }
    }

    /** Whether connections are HTTPS. */
    boolean isProtected() {
        return !get(SoapSetting.KEY_STORE).isEmpty();
    }

    /** That of its addresses. */
    String scheme() {
        return isProtected() ? HttpUrl.SECURE : HttpUrl.PLAIN;
    }

    /**
     * What HTTPS is made of; null for HTTP.
     *
     * @throws IllegalStateException when a file can't be read; the message names it and its setting
     */
    @Nullable SSLContext keys() {
        return isProtected()
                ? new KeyFiles(
                                store(SoapSetting.KEY_STORE, SoapSetting.KEY_STORE_PASSWORD),
                                store(SoapSetting.TRUST_STORE, SoapSetting.TRUST_STORE_PASSWORD))
                        .read(Message.SOAP_KEYS_UNREAD)
                : null;
    }

    private KeyFiles.Store store(SoapSetting file, SoapSetting password) {
        return new KeyFiles.Store(key(file), get(file), get(password));
    }

    /** Whether a place of others may be called: by HTTPS alone when there are keys. */
    boolean mayGo(HttpUrl place) {
        return place.isSecure() == isProtected() && mayGo(place.host());
    }

    /** Whether a host may be called, or listened at. */
    boolean mayGo(String host) {
        return isProtected()
                || LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches()
                || Boolean.parseBoolean(get(SoapSetting.PLAIN_BEYOND_LOOPBACK));
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
                Boolean.parseBoolean(get(SoapSetting.GZIP)));
    }
}
