package dev.assent.resources.handle;

import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes handles of a connection's objects, and finds the objects behind them.
 *
 * <p>Thread safety: safe to share.
 */
final class Handles {
    private static final List<Class<?>> MADE = List.of(DatabaseMetaData.class, Array.class, Struct.class, Ref.class);

    private final Standing standing;
    private @Nullable Connection connection;

    Handles(Standing standing) {
        this.standing = standing;
    }

    /** Sets the one connection that these handles lead to; called before anybody else sees them. */
    void tie(Connection handle) {
        connection = handle;
    }

    Connection connection() {
        return Objects.requireNonNull(connection);
    }

    Standing standing() {
        return standing;
    }

    /** Whether it is a type that only a driver has. */
    static boolean isDrivers(Class<?> type) {
        return !type.getName().startsWith("java.") && !type.getName().startsWith("javax.");
    }

    /** A handle of the rows of a statement; null for none. */
    @Nullable ResultSet rows(@Nullable ResultSet own, Statement from) {
        return own == null ? null : new ResultHandle(own, this, from);
    }

    /** A handle of the metadata of columns; null for none. */
    @Nullable ResultSetMetaData columns(@Nullable ResultSetMetaData own) {
        return own == null ? null : new ColumnsInfo(own, this);
    }

    /** A handle of the metadata of parameters; null for none. */
    @Nullable ParameterMetaData parameters(@Nullable ParameterMetaData own) {
        return own == null ? null : new ParametersInfo(own, this);
    }

    /** A handle of a callable statement; null for none. */
    @Nullable CallableStatement callable(@Nullable CallableStatement own) {
        return own == null ? null : ObjectHandle.of(CallableStatement.class, own, this, false);
    }

    /** A handle of metadata, an array, a structure or a reference; null for none. */
    <T> @Nullable T made(Class<T> type, @Nullable T own) {
        return own == null ? null : ObjectHandle.of(type, own, this, true);
    }

    /** An object that was asked for by its type: as a handle, unless the type is the driver's own. */
    <T> @Nullable T as(Class<T> type, @Nullable T given) {
        Object handle = any(given);
        if (type.isInstance(handle)) {
            return type.cast(handle);
        }
        return isDrivers(type) ? given : null;
    }

    /**
     * A handle of any object that leads to a connection, also within an array; any other object is returned unchanged.
     */
    @Nullable Object any(@Nullable Object given) {
        if (given instanceof Object[] several) {
            return all(several);
        }
        if (given == null || given instanceof String || given instanceof Number) {
            return given;
        }
        if (given instanceof ResultSet rows) {
            return new ResultHandle(rows, this, null);
        }
        if (given instanceof ResultSetMetaData info) {
            return new ColumnsInfo(info, this);
        }
        if (given instanceof ParameterMetaData info) {
            return new ParametersInfo(info, this);
        }
        for (Class<?> type : MADE) {
            if (type.isInstance(given)) {
                return ObjectHandle.of(type, given, this, true);
            }
        }
        if (given instanceof Statement) {
            return null; // no driver has one there, and nobody would check its SQL
        }
        return given instanceof Connection ? connection : given;
    }

    /** The same array when nothing in it leads to a connection. */
    @SuppressWarnings("ReferenceEquality") // an object behind a handle may be equal to it
    private @Nullable Object[] all(@Nullable Object[] several) {
        @Nullable Object[] handles = null;
        for (int i = 0; i < several.length; i++) {
            Object handle = any(several[i]);
            if (handle != several[i]) {
                if (handles == null) {
                    handles = Arrays.copyOf(several, several.length, Object[].class);
                }
                handles[i] = handle;
            }
        }
        return handles == null ? several : handles;
    }

    /**
     * The driver's own object behind a handle that is a parameter of a call; any other object is returned unchanged.
     */
    static @Nullable Object driver(@Nullable Object given) {
        if (given instanceof Array || given instanceof Ref || given instanceof Struct) {
            return Proxy.isProxyClass(given.getClass())
                            && Proxy.getInvocationHandler(given) instanceof ObjectHandle handle
                    ? handle.own()
                    : given;
        }
        return given instanceof Object[] several ? drivers(several) : given;
    }

    /** As {@link #driver}, of a parameter of a type. */
    static <T> @Nullable T driver(Class<T> type, @Nullable T given) {
        return type.cast(driver(given));
    }

    /** As {@link #driver}, of everything in an array. */
    @SuppressWarnings("ReferenceEquality") // as above
    static @Nullable Object @Nullable [] drivers(@Nullable Object @Nullable [] given) {
        if (given == null) {
            return null;
        }
        @Nullable Object[] own = null;
        for (int i = 0; i < given.length; i++) {
            Object each = driver(given[i]);
            if (each != given[i]) {
                if (own == null) {
                    own = Arrays.copyOf(given, given.length, Object[].class);
                }
                own[i] = each;
            }
        }
        return own == null ? given : own;
    }
}
