package dev.assent.resources.pool;

import dev.assent.resources.driver.Calls;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A driver's connection in the form that the pool gives on: it notes the {@link Namespace} before a change, and shows
 * its {@link SqlGuard} all SQL.
 *
 * <p>Thread safety: that of the connection.
 */
final class DriverHandle implements Calls.Way {
    private final Connection own;
    private final Namespace namespace;
    private final SqlGuard guard;

    private DriverHandle(Connection own, Namespace namespace, SqlGuard guard) {
        this.own = own;
        this.namespace = namespace;
        this.guard = guard;
    }

    static Connection of(Connection own, Namespace namespace, SqlGuard guard) {
        return Calls.handle(Connection.class, own, new DriverHandle(own, namespace, guard));
    }

    @Override
    public @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        String prepared = null;
        switch (method.getName()) {
            case "setSchema", "setCatalog" -> namespace.changes();
            case "prepareStatement", "prepareCall" -> {
                prepared = Calls.text(arguments);
                if (prepared != null) {
                    guard.check(prepared);
                }
            }
            case "setTransactionIsolation" -> guard.checkIsolation();
            default -> {} // nothing is noted
        }
        try {
            return guard.guarded(Calls.through(own, method, arguments), prepared);
        } catch (SQLException failed) {
            throw namespace.told(failed);
        } catch (Throwable failed) {
            throw namespace.told(failed);
        }
    }
}
