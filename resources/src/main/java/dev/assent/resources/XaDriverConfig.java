package dev.assent.resources;

import dev.assent.core.message.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.XADataSource;

/**
 * An XADataSource of a JDBC driver by the name of its class and the values of its properties, as
 * configuration files have it. Properties are set in the order in which they were given.
 *
 * <pre>{@code
 * XaDriverConfig.of("org.postgresql.xa.PGXADataSource")
 *         .with("url", "jdbc:postgresql://localhost/orders")
 *         .with("user", "shop")
 *         .with("password", secret)
 * }</pre>
 *
 * <p>Immutable and safe to share.
 *
 * @param dataSourceClass the driver's class that implements {@link XADataSource}
 * @param properties its bean properties; their first letter may be of either case
 */
public record XaDriverConfig(String dataSourceClass, Map<String, String> properties) {
    private static final String URL = "url";

    /** Copies the properties. */
    public XaDriverConfig {
        Objects.requireNonNull(dataSourceClass);
        properties = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A data source of this class, without properties. */
    public static XaDriverConfig of(String dataSourceClass) {
        return new XaDriverConfig(dataSourceClass, Map.of());
    }

    /** The same with one property more, or with another value for one. */
    public XaDriverConfig with(String property, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(property, value);
        return new XaDriverConfig(dataSourceClass, more);
    }

    /**
     * Makes the data source.
     *
     * @throws IllegalArgumentException when there is no such class or property, or a value is refused;
     *     the message never has a password
     */
    public XADataSource create() {
        XADataSource source = instantiate();
        Map<String, Method> setters = setters(source);
        properties.forEach((property, value) -> set(source, setters, property, value));
        return source;
    }

    private XADataSource instantiate() {
        try {
            return find().asSubclass(XADataSource.class).getConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            throw refused("there is no such class", missing);
        } catch (ClassCastException other) {
            throw refused("it is no javax.sql.XADataSource", other);
        } catch (InvocationTargetException failed) {
            throw refused("its constructor threw " + failed.getCause(), failed);
        } catch (ReflectiveOperationException closed) {
            throw refused("it has no public constructor without arguments", closed);
        }
    }

    private IllegalArgumentException refused(String why, Exception cause) {
        return new IllegalArgumentException(Message.DATA_SOURCE_REFUSED.text(dataSourceClass, why), cause);
    }

    private Class<?> find() throws ClassNotFoundException {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        if (ofThread != null) {
            try {
                return Class.forName(dataSourceClass, true, ofThread);
            } catch (ClassNotFoundException elsewhere) {
                // as below
            }
        }
        return Class.forName(dataSourceClass);
    }

    /** Public setters that take a value of a type a text can be made into, by property. */
    private static Map<String, Method> setters(XADataSource source) {
        Map<String, Method> setters = new TreeMap<>();
        for (Method method : source.getClass().getMethods()) {
            String name = method.getName();
            if (name.length() > 3 && name.startsWith("set") && method.getParameterCount() == 1) {
                Class<?> type = method.getParameterTypes()[0];
                if (type == String.class || type == boolean.class || type == int.class || type == long.class) {
                    String property = name.equals("setURL") ? URL : decapitalized(name.substring(3));
                    setters.merge(property, method, XaDriverConfig::preferred);
                }
            }
        }
        return setters;
    }

    private static Method preferred(Method one, Method other) {
        boolean text = one.getParameterTypes()[0] == String.class;
        return text && !one.isAnnotationPresent(Deprecated.class) ? one : other;
    }

    private static String decapitalized(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private void set(XADataSource source, Map<String, Method> setters, String property, String value) {
        Method setter = property.isEmpty() ? null : setters.get(decapitalized(property));
        if (setter == null) {
            throw new IllegalArgumentException(Message.DATA_SOURCE_PROPERTY_UNKNOWN.text(
                    dataSourceClass, property, String.join(", ", setters.keySet())));
        }
        try {
            setter.invoke(source, converted(setter.getParameterTypes()[0], value));
        } catch (InvocationTargetException failed) {
            throw refused(property, value, String.valueOf(failed.getCause()), failed);
        } catch (ReflectiveOperationException | IllegalArgumentException failed) {
            throw refused(property, value, String.valueOf(failed.getMessage()), failed);
        }
    }

    private static Object converted(Class<?> type, String value) {
        if (type == String.class) {
            return value;
        }
        if (type == int.class) {
            return Integer.parseInt(value);
        }
        if (type == long.class) {
            return Long.parseLong(value);
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("true or false is allowed");
        }
        return Boolean.parseBoolean(value);
    }

    private IllegalArgumentException refused(String property, String value, String why, Exception cause) {
        boolean secret = isSecret(property);
        String shown = secret ? "what it was given" : "'" + value + "'";
        String reason = secret ? "the driver refuses it" : why;
        return new IllegalArgumentException(
                Message.DATA_SOURCE_PROPERTY_REFUSED.text(property, dataSourceClass, shown, reason),
                secret ? null : cause);
    }

    private static boolean isSecret(String property) {
        return property.toLowerCase(Locale.ROOT).contains("password");
    }

    /** The class, and the properties' names without their values, which may be secret. */
    @Override
    public String toString() {
        return dataSourceClass + properties.keySet();
    }
}
