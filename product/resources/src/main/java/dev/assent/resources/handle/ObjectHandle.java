package dev.assent.resources.handle;

import dev.assent.resources.driver.Calls;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handle of rarely called objects: metadata, arrays, structures, references, and callable statements. It uses
 * reflection at every call; objects that are called for every row have their own classes.
 *
 * <p>Thread safety: that of the object behind it.
 */
final class ObjectHandle implements InvocationHandler {
    /** They need nothing of the database, and may come late. */
    private static final Set<String> ENDS = Set.of("close", "free");

    /** Methods that return rows of a statement, which check their use themselves. */
    private static final Set<String> ROWS = Set.of("executeQuery", "getResultSet", "getGeneratedKeys");

    private final Object own;
    private final Handles handles;
    private final boolean isBare;

    private ObjectHandle(Object own, Handles handles, boolean isBare) {
        this.own = own;
        this.handles = handles;
        this.isBare = isBare;
    }

    /**
     * A handle.
     *
     * @param isBare whether every call must check that the calling thread may use it, since no object behind it does
     */
    static <T> T of(Class<T> type, Object own, Handles handles, boolean isBare) {
        return type.cast(Proxy.newProxyInstance(
                ObjectHandle.class.getClassLoader(), new Class<?>[] {type}, new ObjectHandle(own, handles, isBare)));
    }

    Object own() {
        return own;
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object answer = Calls.ofObject(self, own, method, arguments);
        if (answer != null) {
            return answer;
        }
        try {
            if (isBare && method.getExceptionTypes().length > 0) { // otherwise it needs nothing of the database
                if (ENDS.contains(method.getName()) && isOver()) {
                    return null;
                }
                handles.standing().check();
            } else if (method.getName().startsWith("execute")) {
                handles.standing().checkThread(); // as Handle.working
            }
            return call(self, method, arguments);
        } catch (SQLException failed) {
            throw handles.standing().told(failed);
        }
    }

    private boolean isOver() {
        try {
            handles.standing().check();
            return false;
        } catch (SQLException over) {
            return true;
        }
    }

    private @Nullable Object call(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "getConnection" -> handles.connection();
            case "isWrapperFor" ->
                isSelf(self, arguments)
                        || (Handles.isDrivers(asked(arguments))
                                && Boolean.TRUE.equals(Calls.through(own, method, arguments)));
            case "unwrap" -> unwrapped(self, method, arguments);
            default -> given(self, method, arguments);
        };
    }

    private @Nullable Object given(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object given = Calls.through(own, method, Handles.drivers(arguments));
        if (!isBare && ROWS.contains(method.getName())) {
            return handles.rows((ResultSet) given, (Statement) self);
        }
        Class<?> type = typeAsked(arguments);
        return type == null ? handles.any(given) : as(type, given);
    }

    private <T> @Nullable T as(Class<T> type, @Nullable Object given) {
        return handles.as(type, type.cast(given));
    }

    private @Nullable Object unwrapped(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (isSelf(self, arguments)) {
            return self;
        }
        if (!Handles.isDrivers(asked(arguments))) {
            throw handles.standing().notUnwrapped(asked(arguments));
        }
        handles.standing().check();
        return Calls.through(own, method, arguments);
    }

    private static boolean isSelf(Object self, @Nullable Object @Nullable [] arguments) {
        return asked(arguments).isInstance(self);
    }

    private static Class<?> asked(@Nullable Object @Nullable [] arguments) {
        Class<?> type = typeAsked(arguments);
        if (type == null) {
            throw new NullPointerException("type");
        }
        return type;
    }

    /** The requested class, which is the last argument; null when there is none. */
    private static @Nullable Class<?> typeAsked(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[arguments.length - 1] instanceof Class<?> type
                ? type
                : null;
    }
}
