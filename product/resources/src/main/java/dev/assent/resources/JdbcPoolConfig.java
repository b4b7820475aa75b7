package dev.assent.resources;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.pool.DriverBean;
import dev.assent.resources.pool.Mistakes;
import dev.assent.resources.pool.PoolValues;
import dev.assent.resources.pool.Secret;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/**
 * The configuration of a pool, every value checked. It comes from code, or from keys and values as in a properties
 * file, with the same keys: those of {@link PoolSetting}, {@code xa-data-source} for the driver's class, and {@code
 * driver.<property>} for each property of it.
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

    /** The key of the driver's class that implements {@link DataSource}, of a last resource. */
    public static final String DATA_SOURCE = "data-source";

    /** The key of the switch for commit markers of a last resource: true or false. */
    public static final String COMMIT_MARKERS = "commit-markers";

    /** The prefix of the driver's properties. */
    public static final String DRIVER_PREFIX = DriverBean.KEY_PREFIX;

    private final String name;
    private final XADataSource source;
    private final PoolValues<PoolSetting> values;

    private JdbcPoolConfig(String name, XADataSource source, PoolValues<PoolSetting> values) {
        this.name = Objects.requireNonNull(name);
        this.source = Objects.requireNonNull(source);
        this.values = values;
    }

    /**
     * A pool with the defaults of every setting.
     *
     * @param name of the resource, stable over restarts: recovery finds its branches by it
     * @param source makes connections, from several threads at once; each is used by one thread at a time
     */
    public static JdbcPoolConfig of(String name, XADataSource source) {
        return new JdbcPoolConfig(name, source, PoolValues.defaults(name, PoolSetting.class));
    }

    /**
     * As {@link #of(String, XADataSource)}, with a data source that is made here.
     *
     * @throws IllegalArgumentException as {@link XaDriverConfig#create}, with the pool's name before it
     */
    public static JdbcPoolConfig of(String name, XaDriverConfig driver) {
        return of(name, driver.bean().createFor(name));
    }

    /**
     * By keys and values. The driver's {@code url} is set before its other properties, so that they override it.
     *
     * @throws IllegalArgumentException for a key that is missing or unknown, or a value that is not allowed;
     *     the message lists all of them, and never a password
     */
    public static JdbcPoolConfig of(String name, Map<String, String> keys) {
        Mistakes mistakes = new Mistakes();
        PoolValues<PoolSetting> values = settings(mistakes, name, keys, List.of(XA_DATA_SOURCE));
        Optional<XADataSource> source = mistakes.make(() -> new XaDriverConfig(
                        dataSourceClass(name, XA_DATA_SOURCE, XADataSource.class, keys), driverProperties(keys))
                .bean()
                .createFor(name));
        mistakes.tell();
        return new JdbcPoolConfig(name, source.orElseThrow(), values);
    }

    private static String dataSourceClass(String name, String key, Class<?> kind, Map<String, String> keys) {
        String found = keys.get(key);
        if (found == null || found.isBlank()) {
            throw new IllegalArgumentException(MESSAGES.poolSourceMissing(name, key, kind.getName()));
        }
        return found.strip();
    }

    /** The url comes first. */
    private static Map<String, String> driverProperties(Map<String, String> keys) {
        Map<String, String> properties = new LinkedHashMap<>();
        String url = keys.get(DRIVER_PREFIX + "url");
        if (url != null) {
            properties.put("url", url.strip());
        }
        new TreeMap<>(keys).forEach((key, value) -> {
            if (key.startsWith(DRIVER_PREFIX)) {
                properties.put(key.substring(DRIVER_PREFIX.length()), value.strip());
            }
        });
        return properties;
    }

    private static PoolValues<PoolSetting> settings(
            Mistakes mistakes, String name, Map<String, String> keys, List<String> others) {
        PoolValues<PoolSetting> values = PoolValues.defaults(name, PoolSetting.class);
        for (Map.Entry<String, String> each : new TreeMap<>(keys).entrySet()) {
            String key = each.getKey();
            if (!key.startsWith(DRIVER_PREFIX) && !others.contains(key)) {
                PoolValues<PoolSetting> before = values;
                values = mistakes.make(() -> before.with(key, each.getValue(), String.join(", ", others)))
                        .orElse(before);
            }
        }
        if (mistakes.isNone()) { // otherwise a missing property may be the cause
            PoolValues<PoolSetting> all = values;
            mistakes.check(() -> requireConsistent(name, all));
        }
        return values;
    }

    /**
     * A database without XA as the last resource of transactions, by keys and values: {@code data-source} for the
     * driver's class replaces {@code xa-data-source}, and {@code commit-markers} says whether commits leave markers.
     *
     * @throws IllegalArgumentException as {@link #of(String, Map)}
     */
    public static JdbcPoolConfig lastResource(String name, Map<String, String> keys) {
        Mistakes mistakes = new Mistakes();
        PoolValues<PoolSetting> values = settings(mistakes, name, keys, List.of(DATA_SOURCE, COMMIT_MARKERS));
        for (PoolSetting setting : PoolSetting.values()) {
            mistakes.check(() -> {
                if (setting.isAboutBranches() && keys.containsKey(setting.key())) {
                    throw new IllegalArgumentException(MESSAGES.poolSettingOfXa(name, setting.key()));
                }
            });
        }
        Optional<Boolean> hasMarkers = mistakes.make(() -> hasMarkers(name, keys));
        Optional<DataSource> source = mistakes.make(() -> new DriverBean<>(
                        DataSource.class,
                        dataSourceClass(name, DATA_SOURCE, DataSource.class, keys),
                        driverProperties(keys))
                .createFor(name));
        mistakes.tell();
        return new JdbcPoolConfig(
                name,
                lastResource(name, source.orElseThrow(), hasMarkers.orElseThrow())
                        .source(),
                values);
    }

    /**
     * A database without XA as the last resource of transactions, by its data source.
     *
     * @param source makes connections, from several threads at once; each is used by one thread at a time
     * @param hasMarkers whether its commits leave markers, so that recovery can find out what became of one
     */
    public static JdbcPoolConfig lastResource(String name, DataSource source, boolean hasMarkers) {
        return of(name, hasMarkers ? LastResourceDataSource.withMarkers(source) : LastResourceDataSource.of(source));
    }

    private static boolean hasMarkers(String name, Map<String, String> keys) {
        String markers = keys.getOrDefault(COMMIT_MARKERS, "false").strip();
        if (!markers.equals("true") && !markers.equals("false")) {
            throw new IllegalArgumentException(MESSAGES.poolSettingRefused(
                    name, COMMIT_MARKERS, Secret.shown(COMMIT_MARKERS, markers), "true or false"));
        }
        return markers.equals("true");
    }

    /** As {@link #of(String, Map)}. */
    public static JdbcPoolConfig of(String name, Properties properties) {
        return of(
                name,
                properties.stringPropertyNames().stream()
                        .collect(Collectors.toMap(key -> key, properties::getProperty)));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number in the setting's unit, true or false for a switch, or a text as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public JdbcPoolConfig with(PoolSetting setting, Object value) {
        return new JdbcPoolConfig(name, source, values.with(setting, value));
    }

    /** The name of the resource. */
    public String name() {
        return name;
    }

    /** The source of its connections. */
    public XADataSource source() {
        return source;
    }

    /** Whether a switch is true. */
    public boolean isOn(PoolSetting setting) {
        return get(setting) == 1;
    }

    /** The value of a setting, in its unit; 1 for a switch that is true. */
    public long get(PoolSetting setting) {
        return values.get(setting);
    }

    /** The value of a setting that is a count. */
    public int count(PoolSetting setting) {
        return Math.toIntExact(get(setting));
    }

    /** The value of a setting that is a time. */
    public Duration time(PoolSetting setting) {
        return setting.toDuration(get(setting));
    }

    /**
     * Checks the values against each other. Opening a pool does this first.
     *
     * @throws IllegalArgumentException with the setting, its value, and what is allowed beside the others
     */
    public void check() {
        requireConsistent(name, values);
    }

    private static void requireConsistent(String name, PoolValues<PoolSetting> values) {
        long max = values.get(PoolSetting.CONNECTIONS_MAX);
        long prefilled = values.get(PoolSetting.CONNECTIONS_PREFILLED);
        if (prefilled > max) {
            throw new IllegalArgumentException(MESSAGES.poolSettingRefused(
                    name,
                    PoolSetting.CONNECTIONS_PREFILLED.key(),
                    prefilled,
                    "0 to " + max + ", the value of '" + PoolSetting.CONNECTIONS_MAX.key() + "'"));
        }
    }

    /** Without the data source's properties, which may be secret. */
    @Override
    public String toString() {
        return "pool '" + name + "' of " + source.getClass().getName() + " " + values;
    }
}
