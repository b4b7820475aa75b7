package dev.assent.resources;

import dev.assent.resources.driver.Calls;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A driver's connection in the form that the pool gives on: its {@link Namespace} is noted before it changes, and its {@link
 * SqlGuard} sees what is run.
 *
 * <p>Thread safety: that of the connection.
 */
final class DriverHandle implements InvocationHandler {
    private final Connection own;
    private final Namespace namespace;
    private final SqlGuard guard;

    private DriverHandle(Connection own, Namespace namespace, SqlGuard guard) {
        this.own = own;
        this.namespace = namespace;
        this.guard = guard;
    }

    static Connection of(Connection own, Namespace namespace, SqlGuard guard) {
        return (Connection) Proxy.newProxyInstance(
                DriverHandle.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new DriverHandle(own, namespace, guard));
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object answer = Calls.ofObject(self, own, method, arguments);
        if (answer != null) {
            return answer;
        }
        switch (method.getName()) {
            case "setSchema", "setCatalog" -> namespace.changes();
            case "prepareStatement", "prepareCall" -> {
                if (arguments != null && arguments[0] instanceof String sql) {
                    guard.check(sql);
                }
            }
            default -> {} // nothing is noted
        }
        try {
            Object given = Calls.through(own, method, arguments);
            return method.getName().equals("createStatement") && given instanceof Statement statement
                    ? guard.guarded(statement)
                    : given;
        } catch (SQLException failed) {
            throw namespace.told(failed);
        }
    }
}
