package dev.assent.resources.pool;

import dev.assent.resources.driver.Calls;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes every call to a physical connection, its statements, their results, metadata, large objects and reads from
 * their streams, in a {@link ConnectionActivity}. Used only in pools that reclaim connections, since each call costs a
 * little more; Agroal's own wrappers report too few of them. Not watched are objects that a driver returns from {@code
 * unwrap}, which must be its own, and streams for writing to large objects.
 *
 * <p>A driver that gets such an object back, as a parameter, gets its own: it may check for its class.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class WatchedCalls implements InvocationHandler {
    /** The types of results that are watched; the most special first. */
    private static final List<Class<?>> WATCHED = List.of(
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            DatabaseMetaData.class,
            Connection.class,
            Array.class,
            Blob.class,
            NClob.class,
            Clob.class,
            SQLXML.class);

    private final Object own;
    private final ConnectionActivity activity;

    private WatchedCalls(Object own, ConnectionActivity activity) {
        this.own = own;
        this.activity = activity;
    }

    static Connection of(Connection own, ConnectionActivity activity) {
        return proxy(Connection.class, own, activity);
    }

    private static <T> T proxy(Class<T> type, Object own, ConnectionActivity activity) {
        return type.cast(Proxy.newProxyInstance(
                WatchedCalls.class.getClassLoader(), new Class<?>[] {type}, new WatchedCalls(own, activity)));
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object answer = Calls.ofObject(self, own, method, arguments);
        if (answer != null) {
            return answer;
        }
        activity.begin();
        try {
            Object given = Calls.through(own, method, owns(arguments));
            return method.getName().equals("unwrap") ? given : watched(method.getReturnType(), given);
        } finally {
            activity.end();
        }
    }

    /** Watched as the type that the method promises: one class of a driver may be a Blob and a Clob. */
    private @Nullable Object watched(Class<?> promised, @Nullable Object answer) {
        for (Class<?> type : WATCHED) {
            if (type.isInstance(answer) && promised.isAssignableFrom(type)) {
                return proxy(type, answer, activity);
            }
        }
        if (answer instanceof InputStream stream) {
            return new WatchedStream(stream, activity);
        }
        return answer instanceof Reader reader ? new WatchedReader(reader, activity) : answer;
    }

    private static @Nullable Object @Nullable [] owns(@Nullable Object @Nullable [] arguments) {
        if (arguments == null) {
            return null;
        }
        for (int i = 0; i < arguments.length; i++) {
            Object given = arguments[i];
            if (given != null
                    && Proxy.isProxyClass(given.getClass())
                    && Proxy.getInvocationHandler(given) instanceof WatchedCalls watched) {
                arguments[i] = watched.own;
            }
        }
        return arguments;
    }
}
