package dev.assent.resources.handle;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * An object of the JDBC API as the application has it. Each call goes on to the object behind it, and each error comes back as
 * {@link Standing#told} says.
 *
 * <p>Thread safety: that of the object behind it.
 *
 * @param <T> what is behind it
 */
abstract class Handle<T extends Wrapper> implements Wrapper {
    /** A call of the object behind. */
    interface Call<R extends @Nullable Object> {
        R run() throws SQLException;
    }

    /** A call of the object behind that answers nothing. */
    interface Order {
        void run() throws SQLException;
    }

    final Handles handles;
    private final T own;

    /** Whether every call must look whether the calling thread may use it, since nothing behind it does. */
    private final boolean isBare;

    Handle(T own, Handles handles, boolean isBare) {
        this.own = own;
        this.handles = handles;
        this.isBare = isBare;
    }

    /** What is behind, to be called. */
    final T own() throws SQLException {
        if (isBare) {
            handles.standing().check();
        }
        return own;
    }

    /**
     * The same, for work of the server's: the calling thread must have the transaction of the connection, else the work would
     * be a part of another one. Agroal looks only where the driver keeps cursors open over a commit.
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

    /** Whether it is of no use any more: then nothing is left to be closed. */
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
