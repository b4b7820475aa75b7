package dev.assent.resources;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes every call to a physical connection, its statements and their results in a {@link
 * ConnectionActivity}. Made only for pools that reclaim connections, since each call costs a little
 * more; Agroal's own wrappers tell about too few of them. What a driver gives by {@code unwrap} is not
 * watched.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class WatchedCalls implements InvocationHandler {
    /** What is watched of what a call returns; the most special first. */
    private static final List<Class<?>> WATCHED =
            List.of(CallableStatement.class, PreparedStatement.class, Statement.class, ResultSet.class);

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
            return watched(Calls.through(own, method, arguments));
        } finally {
            activity.end();
        }
    }

    private @Nullable Object watched(@Nullable Object answer) {
        for (Class<?> type : WATCHED) {
            if (type.isInstance(answer)) {
                return proxy(type, answer, activity);
            }
        }
        return answer;
    }
}
