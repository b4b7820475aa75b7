package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An object of a driver's class, made from the name of the class and the values of its bean properties, as in
 * configuration files.
 *
 * <p>Immutable and safe to share.
 *
 * @param <T> the type of the object for its user
 * @param type which the class must implement or extend
 * @param className the driver's class; it needs a public constructor without arguments
 * @param properties its bean properties, set in their order; their first letter may be of either case
 */
public record DriverBean<T>(Class<T> type, String className, Map<String, String> properties) {
    /** The prefix of its properties' keys in the configuration of a pool. */
    public static final String KEY_PREFIX = "driver.";

    private static final String URL = "url";

    /** Copies the properties. */
    public DriverBean {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /**
     * Makes the object.
     *
     * @throws IllegalArgumentException when the class or a property does not exist, or a value is refused;
     *     the message lists all of these, and never a password
     */
    public T create() {
        T bean = instantiate();
        Map<String, Method> setters = setters(bean);
        Mistakes mistakes = new Mistakes();
        properties.forEach((property, value) -> mistakes.check(() -> set(bean, setters, property, value)));
        mistakes.tell();
        return bean;
    }

    /**
     * As {@link #create}, for the pool of this name.
     *
     * @throws IllegalArgumentException as that, with the pool's name before every mistake
     */
    public T createFor(String pool) {
        return Mistakes.retold(
                refused -> new IllegalArgumentException(
                        MESSAGES.poolDriverRefused(pool, refused.getMessage()), refused.getCause()),
                this::create);
    }

    private T instantiate() {
        try {
            return find().asSubclass(type).getConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            throw refused("there is no such class", missing);
        } catch (ClassCastException other) {
            throw refused("it is no " + type.getName(), other);
        } catch (InvocationTargetException failed) {
            throw refused("its constructor threw " + failed.getCause(), failed);
        } catch (ReflectiveOperationException closed) {
            throw refused("it has no public constructor without arguments", closed);
        }
    }

    private IllegalArgumentException refused(String why, Exception cause) {
        return new IllegalArgumentException(MESSAGES.driverClassRefused(className, why, type.getName()), cause);
    }

    private Class<?> find() throws ClassNotFoundException {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        if (ofThread != null) {
            try {
                return Class.forName(className, true, ofThread);
            } catch (ClassNotFoundException elsewhere) {
                // reported below
            }
        }
        return Class.forName(className);
    }

    /** Public setters by property, of types that a text can be converted to. */
    private static Map<String, Method> setters(Object bean) {
        Map<String, Method> setters = new TreeMap<>();
        for (Method method : bean.getClass().getMethods()) {
            String name = method.getName();
            if (name.length() > 3 && name.startsWith("set") && method.getParameterCount() == 1) {
                Class<?> type = method.getParameterTypes()[0];
                if (type == String.class || type == boolean.class || type == int.class || type == long.class) {
                    String property = name.equals("setURL") ? URL : decapitalized(name.substring(3));
                    setters.merge(property, method, DriverBean::preferred);
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

    private void set(Object bean, Map<String, Method> setters, String property, String value) {
        Method setter = property.isEmpty() ? null : setters.get(decapitalized(property));
        if (setter == null) {
            throw new IllegalArgumentException(
                    MESSAGES.driverPropertyUnknown(className, property, String.join(", ", setters.keySet())));
        }
        try {
            setter.invoke(bean, converted(setter.getParameterTypes()[0], value));
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
            throw new IllegalArgumentException("allowed: true or false");
        }
        return Boolean.parseBoolean(value);
    }

    private IllegalArgumentException refused(String property, String value, String why, Exception cause) {
        String shown = Secret.shown(property, value);
        boolean hidden = !shown.equals(value); // then the driver's text may contain it
        return new IllegalArgumentException(
                MESSAGES.driverPropertyRefused(property, className, shown, hidden ? "the driver refuses it" : why),
                hidden ? null : cause);
    }

    /** The class, and the properties' names without their values, which may be secret. */
    @Override
    public String toString() {
        return className + properties.keySet();
    }
}
