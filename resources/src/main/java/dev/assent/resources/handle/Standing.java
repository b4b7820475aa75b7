package dev.assent.resources.handle;

import java.sql.SQLException;

/**
 * What the holder of a connection may do, and what its errors mean to the application.
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

    /** What the caller gets for an error of the connection: the error itself, or one that says why it has come. */
    SQLException told(SQLException failed);

    /** For who asks for a type of the API that the object behind may have, and its handle has not. */
    SQLException notUnwrapped(Class<?> type);
}
