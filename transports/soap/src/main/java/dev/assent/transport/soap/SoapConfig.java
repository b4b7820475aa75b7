package dev.assent.transport.soap;

import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.ListenerLimits;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
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
    private static final long CONNECT_MILLIS_MAX = 5_000;

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

    /** Whether a host may be called, or listened at. */
    boolean mayGo(String host) {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches()
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
                get(SoapSetting.HTTP).equals("1.0"));
    }
}
