package dev.assent.resources.quirk;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of PostgreSQL and its driver around a one-phase commit, or a prepare, of one connection. Thread safety: that of the
 * connection.
 */
final class CommitInquiry {
    /** Classes of SQLState: what was asked is not there, not allowed, or not offered, and will not be the next time. */
    private static final String[] LASTING = {"42", "0A", "22", "55"};

    private final DriverTransactionState state;
    private final SentAgain sentAgain;
    private final @Nullable LostCommits commits;
    private final @Nullable TransactionHistory history;

    private CommitInquiry(
            DriverTransactionState state, @Nullable LostCommits commits, @Nullable TransactionHistory history) {
        this.state = state;
        this.sentAgain = SentAgain.of(state.connection());
        this.commits = commits;
        this.history = history;
    }

    /**
     * What was there before something was sent.
     *
     * @param hasTransaction whether the server had a transaction
     * @param number of the transaction; null when it is not known
     * @param mark of the driver
     */
    record Before(boolean hasTransaction, @Nullable TransactionNumber number, SentAgain.Mark mark) {}

    /**
     * Of a connection in auto-commit.
     *
     * @param commits null when nobody wants to know how lost commits ended
     * @throws SQLException when the connection is lost
     */
    static CommitInquiry of(DriverTransactionState state, @Nullable LostCommits commits) throws SQLException {
        boolean isWanted = commits != null && commits.isWanted();
        return new CommitInquiry(state, commits, isWanted ? TransactionHistory.of(state.connection()) : null);
    }

    /**
     * To be called right before a one-phase commit is sent.
     *
     * @throws SQLException when the server does not tell the number, after which there is no transaction any more
     */
    Before beforeCommit() throws SQLException {
        boolean hasTransaction = !state.isIdle();
        TransactionNumber number = null;
        if (hasTransaction && history != null && commits != null && commits.isWanted()) {
            try {
                number = history.number(state.connection());
            } catch (SQLException refused) {
                noteRefusal(commits, refused);
                throw refused;
            }
        }
        return before(hasTransaction, number);
    }

    /** To ask again and again what is always refused would cost every transaction. */
    private static void noteRefusal(LostCommits commits, SQLException refused) {
        String state = refused.getSQLState();
        for (String each : LASTING) {
            if (state != null && state.startsWith(each)) {
                commits.refused();
            }
        }
    }

    /** To be called right before a prepare is sent. */
    Before beforePrepare() {
        return before(!state.isIdle(), null);
    }

    private Before before(boolean hasTransaction, @Nullable TransactionNumber number) {
        return new Before(hasTransaction, number, sentAgain.mark());
    }

    /** Whether the driver may have sent what it sent last a second time. */
    boolean mayHaveBeenSentAgain(Before before) {
        return before.hasTransaction() && sentAgain.mayBeSince(before.mark());
    }

    /**
     * How a transaction has ended whose commit the driver takes for done, and may have sent again. A number tells; without one the
     * server's warning does, if the session shows it. When the session does not answer, the server is asked on a connection of
     * its own. An error of a question says nothing of the commit, so none is thrown.
     *
     * @return {@link Ending#OPEN} or {@link Ending#UNKNOWN} when nobody knows
     */
    Ending endingOfSuccess(Before before) {
        TransactionNumber number = before.number();
        if (number == null || number.number() == TransactionNumber.NONE) {
            Ending warned = sentAgain.endingByWarning(before.mark());
            return number == null ? warned : number.answered(warned);
        }
        Ending told;
        try {
            told = TransactionHistory.endingInSession(state.connection(), number.number());
        } catch (SQLException untold) {
            told = Ending.OPEN;
        }
        return told == Ending.OPEN && commits != null ? commits.endingOf(number) : number.answered(told);
    }
}
