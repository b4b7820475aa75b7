package dev.assent.resources.jms;

import dev.assent.core.message.Message;
import dev.assent.resources.DriverBean;
import jakarta.jms.XAConnectionFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a JMS pool is made of, every value checked. By code or by keys and values as a properties file
 * has them, both with the same keys: those of {@link JmsPoolSetting}, {@code connection-factory} for the
 * broker's class, and {@code driver.<property>} for each property of it.
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

    /** What the keys of the factory's properties begin with. */
    public static final String DRIVER_PREFIX = "driver.";

    private final String name;
    private final XAConnectionFactory factory;
    private final Map<JmsPoolSetting, Integer> values;

    private JmsPoolConfig(String name, XAConnectionFactory factory, Map<JmsPoolSetting, Integer> values) {
        this.name = Objects.requireNonNull(name);
        this.factory = Objects.requireNonNull(factory);
        this.values = values;
    }

    /**
     * A pool with the defaults of every setting.
     *
     * @param name of the resource, stable over restarts: its branches are recovered by it
     * @param factory makes connections, from several threads at once; each is used by one thread at a time
     */
    public static JmsPoolConfig of(String name, XAConnectionFactory factory) {
        return new JmsPoolConfig(name, factory, new EnumMap<>(JmsPoolSetting.class));
    }

    /**
     * By keys and values. The factory's URL is set before its other properties, which then win over what it
     * contains.
     *
     * @throws IllegalArgumentException for a key that is missing or unknown, or a value that is not allowed;
     *     the message never has a password
     */
    public static JmsPoolConfig of(String name, Map<String, String> keys) {
        String factoryClass = keys.get(CONNECTION_FACTORY);
        if (factoryClass == null || factoryClass.isBlank()) {
            throw new IllegalArgumentException(Message.JMS_FACTORY_MISSING.text(name, CONNECTION_FACTORY));
        }
        Map<String, String> properties = new LinkedHashMap<>();
        Map<JmsPoolSetting, Integer> values = new EnumMap<>(JmsPoolSetting.class);
        for (String key : urlsFirst(keys)) {
            String value = String.valueOf(keys.get(key)).strip();
            if (key.startsWith(DRIVER_PREFIX)) {
                properties.put(key.substring(DRIVER_PREFIX.length()), value);
            } else if (!key.equals(CONNECTION_FACTORY)) {
                JmsPoolSetting setting = JmsPoolSetting.of(key).orElseThrow(() -> unknown(name, key));
                values.put(setting, checked(name, setting, value));
            }
        }
        return new JmsPoolConfig(name, factory(name, factoryClass.strip(), properties), values);
    }

    private static List<String> urlsFirst(Map<String, String> keys) {
        Comparator<String> urlFirst =
                Comparator.comparing(key -> !key.toLowerCase(Locale.ROOT).endsWith("url"));
        return keys.keySet().stream()
                .sorted(urlFirst.thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static XAConnectionFactory factory(String name, String factoryClass, Map<String, String> properties) {
        try {
            return new DriverBean<>(XAConnectionFactory.class, factoryClass, properties).create();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    Message.POOL_DRIVER_REFUSED.text(name, refused.getMessage()), refused.getCause());
        }
    }

    /** Without the value, which is a password when it is the key of one that is misspelt. */
    private static IllegalArgumentException unknown(String name, String key) {
        String known =
                Arrays.stream(JmsPoolSetting.values()).map(JmsPoolSetting::key).collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                Message.POOL_KEY_UNKNOWN.text(name, key, CONNECTION_FACTORY, DRIVER_PREFIX, known));
    }

    private static int checked(String name, JmsPoolSetting setting, Object value) {
        String text = value.toString().strip();
        return setting.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        Message.POOL_SETTING_REFUSED.text(name, setting.key(), text, setting.allowed())));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number, or a text of one as in a properties file, in the setting's unit
     * @throws IllegalArgumentException when the value is not allowed
     */
    public JmsPoolConfig with(JmsPoolSetting setting, Object value) {
        Map<JmsPoolSetting, Integer> changed = new EnumMap<>(values);
        changed.put(setting, checked(name, setting, value));
        return new JmsPoolConfig(name, factory, changed);
    }

    /** The name of the resource. */
    public String name() {
        return name;
    }

    /** What makes its connections. */
    public XAConnectionFactory factory() {
        return factory;
    }

    /** The value of a setting, in its unit. */
    public int get(JmsPoolSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    /** Without the factory's properties, which may be secret. */
    @Override
    public String toString() {
        return "pool '" + name + "' of " + factory.getClass().getName()
                + values.entrySet().stream()
                        .map(entry -> entry.getKey().key() + "=" + entry.getValue())
                        .collect(Collectors.joining(", ", " {", "}"));
    }
}
