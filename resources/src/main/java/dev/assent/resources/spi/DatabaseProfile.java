package dev.assent.resources.spi;

import java.sql.SQLException;
import java.util.List;

/**
 * What a database does otherwise than XA and JDBC say, for a database that Assent does not know, or knows otherwise. Name the
 * class in {@code META-INF/services/dev.assent.resources.spi.DatabaseProfile} of a jar on the class path; it needs a public
 * constructor without parameters. Without a profile, a database that Assent does not know counts as one that follows the
 * standard, with a branch for each connection.
 *
 * <p>A profile replaces all that Assent knows of a database itself, its corrections too. For a database of Assent's table
 * (docs/reference/databases.md) that loses work: do not write one to add a single fatal error.
 *
 * <p>What a method throws is thrown at the caller that needs the answer, such as {@code JdbcPool.open}; of {@link #isFatal} it
 * counts as false.
 *
 * <p>Thread safety: safe to share; the methods must not block.
 */
public interface DatabaseProfile {
    /** The database and its driver with their versions, for people, such as "Example DB 7.1". */
    String title();

    /**
     * Whether it is of this driver.
     *
     * @param driverClass of an XADataSource, of an XAResource, or of the DataSource of a last resource
     */
    boolean isOf(Class<?> driverClass);

    /**
     * Whether two XAResources for which {@code isSameRM} is true may work on one branch (TMJOIN), and the work of both is
     * committed with it. If not, each gets a branch of its own.
     */
    default boolean joins() {
        return false;
    }

    /** Whether a branch can't be resumed after it was suspended or ended, so that it is ended only before it is prepared. */
    default boolean endsLate() {
        return false;
    }

    /** How it loses branches that are prepared, in a sentence; empty when it does not. A pool of one that does is refused. */
    default String howItLoses() {
        return "";
    }

    /**
     * A statement that gives the start-up probe's branch something to prepare; the probe rolls it back. Empty when an empty branch
     * is prepared as well.
     *
     * @param name of letters and digits, that nothing else has
     */
    default String probeWork(String name) {
        return "";
    }

    /**
     * What statements begin with that end a transaction, beside those of the SQL standard, such as "CREATE" where DDL commits; in
     * any case. For {@code *}, any words may stand.
     * A pool refuses them inside a transaction.
     */
    default List<String> endingStatements() {
        return List.of();
    }

    /**
     * Whether an error says that the connection is of no use any more, beside those of SQLState class 08. The pool closes such a
     * connection, and recovery looks at the database.
     */
    default boolean isFatal(SQLException error) {
        return false;
    }
}
