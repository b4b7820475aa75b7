package dev.assent.resources.spi;

import java.sql.SQLException;
import java.util.List;

/**
 * The deviations of a database from XA and JDBC, for a database that Assent does not know, or knows differently. Name
 * the class in {@code META-INF/services/dev.assent.resources.spi.DatabaseProfile} of a jar on the class path; it needs
 * a public constructor without parameters. Without a profile, Assent assumes that an unknown database follows the
 * standard, and uses a branch for each connection.
 *
 * <p>A profile replaces all that Assent knows about a database, its corrections too. If the database is in Assent's
 * table (docs/reference/databases.md) and loses work there, do not write a profile only to add a fatal error.
 *
 * <p>An exception of a method goes to the caller that needs the answer, such as {@code JdbcPool.open}; one of {@link
 * #isFatal} counts as false.
 *
 * <p>Thread safety: safe to share; the methods must not block.
 */
public interface DatabaseProfile {
    /** The database and its driver with their versions, for people, such as "Example DB 7.1". */
    String title();

    /**
     * Whether the profile is for this driver.
     *
     * @param driverClass of an XADataSource, of an XAResource, or of the DataSource of a last resource
     */
    boolean isOf(Class<?> driverClass);

    /**
     * Whether two XAResources for which {@code isSameRM} is true may work on one branch (TMJOIN), and both commit their
     * work with it. If not, each gets its own branch.
     */
    default boolean joins() {
        return false;
    }

    /**
     * Whether a branch can't be resumed after a suspend or an end, so that Assent ends it only before it prepares it.
     */
    default boolean endsLate() {
        return false;
    }

    /** How it loses prepared branches, in a sentence; empty when it does not. If it does, its pool is refused. */
    default String howItLoses() {
        return "";
    }

    /**
     * A statement that gives the start-up probe's branch something to prepare; the probe rolls it back. Empty when the
     * database prepares an empty branch as well.
     *
     * @param name 64 hexadecimal digits, used for nothing else; it may begin with a digit, and is too long for a name of a
     *     table in some databases, so best use it as a value
     */
    default String probeWork(String name) {
        return "";
    }

    /**
     * The first words of statements that end a transaction, in addition to those of the SQL standard, such as "CREATE"
     * where DDL commits; upper or lower case. A {@code *} stands for any number of words. A pool refuses these
     * statements inside a transaction.
     */
    default List<String> endingStatements() {
        return List.of();
    }

    /**
     * Whether an error means that the connection is useless, in addition to those of SQLState class 08. The pool closes
     * such a connection, and recovery checks the database.
     */
    default boolean isFatal(SQLException error) {
        return false;
    }
}
