package dev.assent.resources.handle;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * The application's handle of an object of the JDBC API. Each call goes on to the object behind it; {@link
 * Standing#told} decides the error that the application gets.
 *
 * <p>Thread safety: that of the object behind it.
 *
 * @param <T> the type of the object behind it
 */
abstract class Handle<T extends Wrapper> implements Wrapper {
    /** A call of the object behind. */
    interface Call<R extends @Nullable Object> {
        R run() throws SQLException;
    }

    /** A call of the object behind, without a result. */
    interface Order {
        void run() throws SQLException;
    }

    final Handles handles;
    private final T own;

    /** Whether every call must check that the calling thread may use it, since no object behind it does. */
    private final boolean isBare;

    Handle(T own, Handles handles, boolean isBare) {
        this.own = own;
        this.handles = handles;
        this.isBare = isBare;
    }

    /** The object behind, for a call. */
    final T own() throws SQLException {
        if (isBare) {
            handles.standing().check();
        }
        return own;
    }

    /**
     * The same, for a call that works at the server: the calling thread must have the transaction of the connection,
     * otherwise the work would be part of another one. Agroal checks that only if the driver keeps cursors open over a
     * commit.
     */
    final T working() throws SQLException {
        handles.standing().checkThread();
        return own;
    }

    final <R extends @Nullable Object> R got(Call<R> call) throws SQLException {
        try {
            return call.run();
        } catch (SQLException failed) {
            throw handles.standing().told(failed);
        }
    }

    final void done(Order order) throws SQLException {
        try {
            order.run();
        } catch (SQLException failed) {
            throw handles.standing().told(failed);
        }
    }

    /** Whether its use has ended: then nothing is left to close. */
    final boolean isOver() {
        try {
            own();
            return false;
        } catch (SQLException over) {
            return true;
        }
    }

    @Override
    public final boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || (Handles.isDrivers(type) && got(() -> own().isWrapperFor(type)));
    }

    /** Itself, or the driver's own object for a type that is not of the API. */
    @Override
    public final <R> R unwrap(Class<R> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        if (!Handles.isDrivers(type)) {
            throw handles.standing().notUnwrapped(type);
        }
        handles.standing().check();
        return got(() -> own().unwrap(type));
    }

    @Override
    public final String toString() {
        return own.toString();
    }
}
