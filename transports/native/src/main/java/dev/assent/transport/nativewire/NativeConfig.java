package dev.assent.transport.nativewire;

import dev.assent.core.adapter.KeyFiles;
import dev.assent.core.message.Message;
import dev.assent.transport.nativewire.connection.Tuning;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * The settings of a native transport, every one checked.
 *
 * <p>Immutable and safe to share.
 */
public final class NativeConfig {
    /** What keys begin with where the settings are given, so that messages name them by these. */
    private final String prefix;

    private final Map<NativeSetting, String> values;

    private NativeConfig(String prefix, Map<NativeSetting, String> values) {
        this.prefix = prefix;
        this.values = values;
    }

    /** Every setting has its default. */
    public static NativeConfig defaults() {
        return defaults(NativeSetting.PREFIX);
    }

    /** Every setting has its default, and is given by a key that begins otherwise, such as {@code transport.inside.} */
    static NativeConfig defaults(String prefix) {
        return new NativeConfig(prefix, new EnumMap<>(NativeSetting.class));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NativeConfig with(NativeSetting setting, Object value) {
        String text = value.toString().strip();
        setting.check(key(setting), text);
        Map<NativeSetting, String> changed = new EnumMap<>(NativeSetting.class);
        changed.putAll(values);
        changed.put(setting, text);
        return new NativeConfig(prefix, changed);
    }

    /**
     * Checks that the settings go together.
     *
     * @throws IllegalArgumentException when they don't
     */
    void check() {
        if (isProtected() && get(NativeSetting.TRUST_STORE).isEmpty()) {
            throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                    key(NativeSetting.TRUST_STORE), "", "a path, since '" + key(NativeSetting.KEY_STORE) + "' is set"));
        }
    }

    /** The key by which a setting is given. */
    String key(NativeSetting setting) {
        return prefix + setting.shortKey();
    }

    /** Whether connections are TLS. */
    boolean isProtected() {
        return !get(NativeSetting.KEY_STORE).isEmpty();
    }

    /**
     * What TLS is made of.
     *
     * @throws IllegalStateException when a file can't be read; the message names it and its setting
     */
    SSLContext keys() {
        return new KeyFiles(
                        store(NativeSetting.KEY_STORE, NativeSetting.KEY_STORE_PASSWORD),
                        store(NativeSetting.TRUST_STORE, NativeSetting.TRUST_STORE_PASSWORD))
                .read(Message.NATIVE_KEYS_UNREAD);
    }

    private KeyFiles.Store store(NativeSetting file, NativeSetting password) {
        return new KeyFiles.Store(key(file), get(file), get(password));
    }

    /** Whether they go inside of HTTP. */
    boolean isTunnelled() {
        return get(NativeSetting.TUNNEL).equals("http");
    }

    /** That of its addresses. */
    String scheme() {
        return isTunnelled() ? NativeTransport.SCHEME_TUNNELLED : NativeTransport.SCHEME;
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
