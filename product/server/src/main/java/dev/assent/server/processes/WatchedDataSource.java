package dev.assent.server.processes;

import dev.assent.resources.XaDriverConfig;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A driver's XADataSource that reports every XA call, with its begin. Pools make it by the name of its class, so they
 * can give it only properties: the receiver of the reports is set for the whole process.
 *
 * <p>Thread safety: properties are set first; then as the driver.
 */
public final class WatchedDataSource implements XADataSource {
    private static final Set<String> CALLS =
            Set.of("start", "end", "prepare", "commit", "rollback", "forget", "recover");

    private static volatile BiConsumer<Long, String> told = (micros, call) -> {};

    private String driver = "";
    private String properties = "";

    /** Made by a pool. */
    public WatchedDataSource() {}

    /** From now on this receiver gets each call after it has ended: when it began, and its name. */
    static void tell(BiConsumer<Long, String> newTold) {
        told = newTold;
    }

    /** The configuration with which a pool uses this class before its driver. */
    static XaDriverConfig before(XaDriverConfig driver) {
        String properties = driver.properties().entrySet().stream()
                .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
                .collect(Collectors.joining("&"));
        return new XaDriverConfig(
                WatchedDataSource.class.getName(),
                Map.of("driver", driver.dataSourceClass(), "properties", properties));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The class of the driver. */
    public void setDriver(String newDriver) {
        driver = newDriver;
    }

    /** The driver's properties, as in the query of a URL. */
    public void setProperties(String newProperties) {
        properties = newProperties;
    }

    private XADataSource source() {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String each : properties.split("&")) {
            String[] parts = each.split("=", 2);
            keys.put(
                    URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                    URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return new XaDriverConfig(driver, keys).create();
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        return watched(source().getXAConnection());
    }

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        return watched(source().getXAConnection(user, password));
    }

    private static XAConnection watched(XAConnection connection) {
        return proxy(XAConnection.class, (self, method, arguments) -> {
            Object answer = method.invoke(connection, arguments);
            return answer instanceof XAResource resource ? watched(resource) : answer;
        });
    }

    private static XAResource watched(XAResource resource) {
        return proxy(XAResource.class, (self, method, arguments) -> {
            long micros = Event.now();
            try {
                return method.invoke(resource, arguments);
            } finally {
                if (CALLS.contains(method.getName())) {
                    told.accept(micros, method.getName());
                }
            }
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        InvocationHandler unwrapping = (self, method, arguments) -> {
            try {
                return handler.invoke(self, method, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
            }
        };
        return type.cast(
                Proxy.newProxyInstance(WatchedDataSource.class.getClassLoader(), new Class<?>[] {type}, unwrapping));
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null; // there is no log
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logger");
    }
}
