package dev.assent.resources.quirk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The checks around the commit of a local transaction of PostgreSQL. Its driver reports success in two cases without
 * one: a rollback of a transaction with a failed statement, and a commit that it has {@linkplain SentAgain sent again}.
 *
 * <p>Thread safety: that of the connection.
 */
public final class PostgreSqlCommit {
    private final Connection connection;
    private final SentAgain sentAgain;

    private TransactionHistory.Open open = TransactionHistory.Open.UNKNOWN;
    private SentAgain.@Nullable Mark mark;

    private PostgreSqlCommit(Connection connection) {
        this.connection = connection;
        this.sentAgain = SentAgain.of(connection);
    }

    /** Of a connection; null when it is not one to PostgreSQL. */
    public static @Nullable PostgreSqlCommit of(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                ? new PostgreSqlCommit(connection)
                : null;
    }

    /**
     * PostgreSQL turns the commit of a transaction with a failed statement into a rollback, and its driver reports that
     * as success. Any statement before the commit fails then, such as the insertion of a marker.
     */
    public void requireSound() throws SQLException {
        open = TransactionHistory.open(connection);
    }

    /** Call it right before the commit is sent. */
    public void mark() {
        mark = sentAgain.mark();
    }

    /** Whether this error of the commit means that all is rolled back. */
    public boolean isRefusal(SQLException failed) {
        return (Refusal.isByStandard(failed) || Refusal.isByPostgreSql(failed)) && !open.hasWorkedElsewhere();
    }

    /** Whether the driver may have sent a commit that it reports as done a second time. */
    public boolean mayHaveBeenSentAgain() {
        return sentAgain.mayBeSince(Objects.requireNonNull(mark));
    }

    /**
     * How a transaction ended whose commit may have been sent again.
     *
     * @return {@link Ending#OPEN} or {@link Ending#UNKNOWN} when nobody knows
     * @throws SQLException when the server does not answer
     */
    public Ending ending() throws SQLException {
        Ending ending = open.number() == TransactionNumber.NONE
                ? sentAgain.endingByWarning(Objects.requireNonNull(mark))
                : TransactionHistory.endingInSession(connection, open.number());
        connection.rollback(); // the question has begun a transaction
        return ending == Ending.ROLLED_BACK && open.hasWorkedElsewhere() ? Ending.UNKNOWN : ending;
    }

    /** The reason why work is rolled back although the driver reports its commit. */
    public static SQLException refusedAndSentAgain() {
        return SentAgain.refusedAndSentAgain();
    }

    /** The reason why the outcome is unknown although the driver reports a commit. */
    public static SQLException untold() {
        return SentAgain.untold();
    }
}
