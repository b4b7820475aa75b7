package dev.assent.resources;

import dev.assent.resources.pool.DriverBean;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.XADataSource;

/**
 * An XADataSource of a JDBC driver, from the name of its class and the values of its properties, as in configuration
 * files. Properties are set in the given order.
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
    /** Copies the properties. */
    public XaDriverConfig {
        Objects.requireNonNull(dataSourceClass);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A data source of this class, without properties. */
    public static XaDriverConfig of(String dataSourceClass) {
        return new XaDriverConfig(dataSourceClass, Map.of());
    }

    /** A copy with one more property, or with another value for one. */
    public XaDriverConfig with(String property, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(property, value);
        return new XaDriverConfig(dataSourceClass, more);
    }

    /**
     * Makes the data source.
     *
     * @throws IllegalArgumentException when the class or a property does not exist, or a value is refused;
     *     the message lists all of these, and never a password
     */
    public XADataSource create() {
        return bean().create();
    }

    DriverBean<XADataSource> bean() {
        return new DriverBean<>(XADataSource.class, dataSourceClass, properties);
    }

    /** The class, and the properties' names without their values, which may be secret. */
    @Override
    public String toString() {
        return dataSourceClass + properties.keySet();
    }
}
