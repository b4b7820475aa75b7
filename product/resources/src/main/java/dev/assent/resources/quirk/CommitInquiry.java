package dev.assent.resources.quirk;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Asks PostgreSQL and its driver around a one-phase commit, or a prepare, of one connection. Thread safety: that of the
 * connection.
 */
final class CommitInquiry {
    /** Classes of SQLState: the server lacks, forbids or does not offer the function, and will the next time, too. */
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
     * The state before the driver sends a commit or a prepare.
     *
     * @param hasTransaction whether the server had a transaction
     * @param number of the transaction; null when it is not known
     * @param mark of the driver
     */
    record Before(boolean hasTransaction, @Nullable TransactionNumber number, SentAgain.Mark mark) {}

    /**
     * Of a connection in auto-commit.
     *
     * @param commits null when no caller asks how lost commits ended
     * @throws SQLException when the connection is lost
     */
    static CommitInquiry of(DriverTransactionState state, @Nullable LostCommits commits) throws SQLException {
        boolean isWanted = commits != null && commits.isWanted();
        return new CommitInquiry(state, commits, isWanted ? TransactionHistory.of(state.connection()) : null);
    }

    /**
     * Call it right before a one-phase commit is sent.
     *
     * @throws SQLException when the server does not tell the number; it has ended the transaction then
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

    /** Stops asking a server that always refuses: each refusal costs a transaction. */
    private static void noteRefusal(LostCommits commits, SQLException refused) {
        String state = refused.getSQLState();
        for (String each : LASTING) {
            if (state != null && state.startsWith(each)) {
                commits.refused();
            }
        }
    }

    /** Call it right before a prepare is sent. */
    Before beforePrepare() {
        return before(!state.isIdle(), null);
    }

    private Before before(boolean hasTransaction, @Nullable TransactionNumber number) {
        return new Before(hasTransaction, number, sentAgain.mark());
    }

    /** Whether the driver may have sent its last command a second time. */
    boolean mayHaveBeenSentAgain(Before before) {
        return before.hasTransaction() && sentAgain.mayBeSince(before.mark());
    }

    /**
     * How a transaction has ended if the driver reports its commit as done, but may have sent it twice. With a number
     * the server tells; without one its warning does, if the session shows warnings. When the session does not answer,
     * the server is asked on another connection. An error of a question says nothing about the commit, so this throws
     * none.
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
        } catch (Throwable untold) {
            told = Ending.OPEN;
        }
        return told == Ending.OPEN && commits != null ? commits.endingOf(number) : number.answered(told);
    }
}
