package dev.assent.resources;

import dev.assent.core.message.Message;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.XADataSource;

/**
 * What a pool is made of, every value checked. By code or by keys and values as a properties file has
 * them, both with the same keys: those of {@link PoolSetting}, {@code xa-data-source} for the driver's
 * class, and {@code driver.<property>} for each property of it.
 *
 * <pre>{@code
 * JdbcPoolConfig.of("orders", xaDataSource).with(PoolSetting.CONNECTIONS_MAX, 50)
 *
 * JdbcPoolConfig.of("orders", Map.of(
 *         "xa-data-source", "org.postgresql.xa.PGXADataSource",
 *         "driver.url", "jdbc:postgresql://localhost/orders",
 *         "driver.password", secret,
 *         "connections-max", "50"))
 * }</pre>
 *
 * <p>Immutable and safe to share.
 */
public final class JdbcPoolConfig {
    /** The key of the driver's class that implements {@link XADataSource}. */
    public static final String XA_DATA_SOURCE = "xa-data-source";

    /** What the keys of the driver's properties begin with. */
    public static final String DRIVER_PREFIX = "driver.";

    private final String name;
    private final XADataSource source;
    private final Map<PoolSetting, Long> values;

    private JdbcPoolConfig(String name, XADataSource source, Map<PoolSetting, Long> values) {
        this.name = Objects.requireNonNull(name);
        this.source = Objects.requireNonNull(source);
        this.values = values;
    }

    /**
     * A pool with the defaults of every setting.
     *
     * @param name of the resource, stable over restarts: its branches are recovered by it
     * @param source makes connections, from several threads at once; each is used by one thread at a time
     */
    public static JdbcPoolConfig of(String name, XADataSource source) {
        return new JdbcPoolConfig(name, source, new EnumMap<>(PoolSetting.class));
    }

    /**
     * As {@link #of(String, XADataSource)}, with a data source that is made here.
     *
     * @throws IllegalArgumentException as {@link XaDriverConfig#create}, with the pool's name before it
     */
    public static JdbcPoolConfig of(String name, XaDriverConfig driver) {
        try {
            return of(name, driver.create());
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    Message.POOL_DRIVER_REFUSED.text(name, refused.getMessage()), refused.getCause());
        }
    }

    /**
     * By keys and values. The driver's {@code url} is set before its other properties, which then win over
     * what it contains.
     *
     * @throws IllegalArgumentException for a key that is missing or unknown, or a value that is not allowed;
     *     the message never has a password
     */
    public static JdbcPoolConfig of(String name, Map<String, String> keys) {
        String dataSourceClass = keys.get(XA_DATA_SOURCE);
        if (dataSourceClass == null || dataSourceClass.isBlank()) {
            throw new IllegalArgumentException(Message.POOL_SOURCE_MISSING.text(name, XA_DATA_SOURCE));
        }
        XaDriverConfig driver = XaDriverConfig.of(dataSourceClass.strip());
        String url = keys.get(DRIVER_PREFIX + "url");
        if (url != null) {
            driver = driver.with("url", url.strip());
        }
        Map<PoolSetting, Long> values = new EnumMap<>(PoolSetting.class);
        for (Map.Entry<String, String> entry : new TreeMap<>(keys).entrySet()) {
            String key = entry.getKey();
            if (key.startsWith(DRIVER_PREFIX)) {
                driver = driver.with(
                        key.substring(DRIVER_PREFIX.length()), entry.getValue().strip());
            } else if (!key.equals(XA_DATA_SOURCE)) {
                PoolSetting setting = PoolSetting.of(key).orElseThrow(() -> unknown(name, key));
                values.put(setting, checked(name, setting, entry.getValue()));
            }
        }
        JdbcPoolConfig config = new JdbcPoolConfig(name, of(name, driver).source, values);
        config.requireConsistent();
        return config;
    }

    /** As {@link #of(String, Map)}. */
    public static JdbcPoolConfig of(String name, Properties properties) {
        return of(
                name,
                properties.stringPropertyNames().stream()
                        .collect(Collectors.toMap(key -> key, properties::getProperty)));
    }

    /** Without the value, which is a password when it is the key of one that is misspelt. */
    private static IllegalArgumentException unknown(String name, String key) {
        String known = Arrays.stream(PoolSetting.values()).map(PoolSetting::key).collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                Message.POOL_KEY_UNKNOWN.text(name, key, XA_DATA_SOURCE, DRIVER_PREFIX, known));
    }

    private static long checked(String name, PoolSetting setting, Object value) {
        String text = value.toString().strip();
        return setting.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        Message.POOL_SETTING_REFUSED.text(name, setting.key(), text, setting.allowed())));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number in the setting's unit, or true or false, or a text of one as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public JdbcPoolConfig with(PoolSetting setting, Object value) {
        Map<PoolSetting, Long> changed = new EnumMap<>(values);
        changed.put(setting, checked(name, setting, value));
        return new JdbcPoolConfig(name, source, changed);
    }

    /** The name of the resource. */
    public String name() {
        return name;
    }

    /** What makes its connections. */
    public XADataSource source() {
        return source;
    }

    /** Whether a switch is on. */
    public boolean isOn(PoolSetting setting) {
        return get(setting) == 1;
    }

    /** The value of a setting, in its unit; of a switch 1 for on. */
    public long get(PoolSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    /** The value of a setting that counts. */
    int count(PoolSetting setting) {
        return Math.toIntExact(get(setting));
    }

    /** The value of a setting that is a time. */
    Duration time(PoolSetting setting) {
        return setting.toDuration(get(setting));
    }

    /** Checks what single values don't tell. */
    void requireConsistent() {
        long max = get(PoolSetting.CONNECTIONS_MAX);
        long prefilled = get(PoolSetting.CONNECTIONS_PREFILLED);
        if (prefilled > max) {
            throw new IllegalArgumentException(Message.POOL_SETTING_REFUSED.text(
                    name,
                    PoolSetting.CONNECTIONS_PREFILLED.key(),
                    prefilled,
                    "0 to " + max + ", its " + PoolSetting.CONNECTIONS_MAX.key()));
        }
    }

    /** Without the data source's properties, which may be secret. */
    @Override
    public String toString() {
        return "pool '" + name + "' of " + source.getClass().getName()
                + values.entrySet().stream()
                        .map(entry -> entry.getKey().key() + "=" + entry.getValue())
                        .collect(Collectors.joining(", ", " {", "}"));
    }
}
