package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import dev.assent.harness.Fast;
import dev.assent.resources.quirk.DatabaseQuirks;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Commits of work that the database has rolled back. */
@Fast
class WholeWorkTest {
    @Test
    void commit_theRollbackThrowsTheErrorOfTheStatementAgain_isRolledBack() {
        SQLException victim = new SQLException("deadlock", "40001");
        WholeWork work = new WholeWork(
                new LocalWork() {
                    @Override
                    public void commit(TransactionId marker) {
                        throw new AssertionError("committed");
                    }

                    @Override
                    public void rollback() throws SQLException {
                        throw victim;
                    }
                },
                DatabaseQuirks.UNKNOWN);
        work.noteError(victim);
        assertThatThrownBy(() -> work.commit(null))
                .isInstanceOf(LocalRollbackException.class)
                .hasCause(victim);
    }
}
