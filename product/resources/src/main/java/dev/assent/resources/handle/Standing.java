package dev.assent.resources.handle;

import java.sql.SQLException;

/**
 * The rights of a connection's holder, and the meaning of its errors for the application.
 *
 * <p>Thread safety: safe to share.
 */
public interface Standing {
    /**
     * Checks that the calling thread may use the connection now.
     *
     * @throws SQLException when it may not
     */
    void check() throws SQLException;

    /**
     * Checks that the calling thread has the transaction of the connection, if the connection has not been given back.
     *
     * @throws SQLException when it has not
     */
    void checkThread() throws SQLException;

    /** The caller's error for an error of the connection: the same error, or one that names the reason. */
    SQLException told(SQLException failed);

    /** The error of an unwrap to a type of the API that the object behind may have, but its handle does not. */
    SQLException notUnwrapped(Class<?> type);
}
