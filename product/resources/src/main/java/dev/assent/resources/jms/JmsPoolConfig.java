package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.pool.DriverBean;
import dev.assent.resources.pool.Mistakes;
import dev.assent.resources.pool.PoolValues;
import jakarta.jms.XAConnectionFactory;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The configuration of a JMS pool, every value checked. It comes from code, or from keys and values as in a properties
 * file, with the same keys: those of {@link JmsPoolSetting}, {@code connection-factory} for the broker's class, and
 * {@code driver.<property>} for each property of it.
 *
 * <pre>{@code
 * JmsPoolConfig.of("queues", new ActiveMQXAConnectionFactory("tcp://localhost:61616"))
 *
 * JmsPoolConfig.of("queues", Map.of(
 *         "connection-factory", "org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory",
 *         "driver.brokerURL", "tcp://localhost:61616",
 *         "driver.user", "shop",
 *         "driver.password", secret,
 *         "sessions-max", "50"))
 * }</pre>
 *
 * <p>Immutable and safe to share.
 */
public final class JmsPoolConfig {
    /** The key of the broker's class that implements {@link XAConnectionFactory}. */
    public static final String CONNECTION_FACTORY = "connection-factory";

    /** The prefix of the factory's properties. */
    public static final String DRIVER_PREFIX = DriverBean.KEY_PREFIX;

    private final String name;
    private final XAConnectionFactory factory;
    private final PoolValues<JmsPoolSetting> values;

    private JmsPoolConfig(String name, XAConnectionFactory factory, PoolValues<JmsPoolSetting> values) {
        this.name = Objects.requireNonNull(name);
        this.factory = Objects.requireNonNull(factory);
        this.values = values;
    }

    /**
     * A pool with the defaults of every setting.
     *
     * @param name of the resource, stable over restarts: recovery finds its branches by it
     * @param factory makes connections, from several threads at once; each is used by one thread at a time
     */
    public static JmsPoolConfig of(String name, XAConnectionFactory factory) {
        return new JmsPoolConfig(name, factory, PoolValues.defaults(name, JmsPoolSetting.class));
    }

    /**
     * By keys and values. The factory's URL is set before its other properties, so that they override it.
     *
     * @throws IllegalArgumentException for a key that is missing or unknown, or a value that is not allowed;
     *     the message lists all of them, and never a password
     */
    public static JmsPoolConfig of(String name, Map<String, String> keys) {
        Mistakes mistakes = new Mistakes();
        Map<String, String> properties = new LinkedHashMap<>();
        PoolValues<JmsPoolSetting> values = PoolValues.defaults(name, JmsPoolSetting.class);
        for (String key : urlsFirst(keys)) {
            String value = String.valueOf(keys.get(key)).strip();
            if (key.startsWith(DRIVER_PREFIX)) {
                properties.put(key.substring(DRIVER_PREFIX.length()), value);
            } else if (!key.equals(CONNECTION_FACTORY)) {
                PoolValues<JmsPoolSetting> before = values;
                values = mistakes.make(() -> before.with(key, value, CONNECTION_FACTORY))
                        .orElse(before);
            }
        }
        Optional<XAConnectionFactory> factory = mistakes.make(() ->
                new DriverBean<>(XAConnectionFactory.class, factoryClass(name, keys), properties).createFor(name));
        mistakes.tell();
        return new JmsPoolConfig(name, factory.orElseThrow(), values);
    }

    private static String factoryClass(String name, Map<String, String> keys) {
        String found = keys.get(CONNECTION_FACTORY);
        if (found == null || found.isBlank()) {
            throw new IllegalArgumentException(MESSAGES.jmsFactoryMissing(name, CONNECTION_FACTORY));
        }
        return found.strip();
    }

    private static List<String> urlsFirst(Map<String, String> keys) {
        Comparator<String> urlFirst =
                Comparator.comparing(key -> !key.toLowerCase(Locale.ROOT).endsWith("url"));
        return keys.keySet().stream()
                .sorted(urlFirst.thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number in the setting's unit, true or false for a switch, or a text as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public JmsPoolConfig with(JmsPoolSetting setting, Object value) {
        return new JmsPoolConfig(name, factory, values.with(setting, value));
    }

    /** The name of the resource. */
    public String name() {
        return name;
    }

    /** The source of its connections. */
    public XAConnectionFactory factory() {
        return factory;
    }

    /** Whether a switch is true. */
    public boolean isOn(JmsPoolSetting setting) {
        return get(setting) == 1;
    }

    /** The value of a setting, in its unit; 1 for a switch that is true. */
    public int get(JmsPoolSetting setting) {
        return Math.toIntExact(values.get(setting));
    }

    /** Without the factory's properties, which may be secret. */
    @Override
    public String toString() {
        return "pool '" + name + "' of " + factory.getClass().getName() + " " + values;
    }
}
