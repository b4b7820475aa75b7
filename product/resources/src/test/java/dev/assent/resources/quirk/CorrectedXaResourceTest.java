package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effects of a driver's own exceptions. */
@Fast
class CorrectedXaResourceTest {
    /** One that does not tell its cause. */
    private static final class Speechless extends XAException {
        private static final long serialVersionUID = 1;

        Speechless() {
            super(XAException.XAER_RMFAIL);
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause to be told");
        }
    }

    @Test
    void commit_theDriversErrorThrowsWhenItsCauseIsRead_theErrorComesThrough() throws Exception {
        XAException speechless = new Speechless();
        XAResource driver = (XAResource) Proxy.newProxyInstance(
                XAResource.class.getClassLoader(), new Class<?>[] {XAResource.class}, (self, method, args) -> {
                    throw speechless;
                });
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            XAResource corrected = new CorrectedXaResource(driver, DatabaseQuirks.of(Object.class), connection);
            assertThatThrownBy(() -> corrected.commit(TestXid.fresh(), true)).isSameAs(speechless);
        }
    }

    /** Some drivers say "rolled back" of a commit whose answer was lost. */
    @ParameterizedTest
    @ValueSource(ints = {XAException.XA_RBROLLBACK, XAException.XA_RBCOMMFAIL, XAException.XAER_RMERR})
    void commit_theAnswerIsLost_nothingIsKnownWhateverTheDriverSays(int code) throws Exception {
        XAException claim = new XAException(code);
        claim.initCause(new SQLException("the server is gone", "08006"));
        XAResource driver = (XAResource) Proxy.newProxyInstance(
                XAResource.class.getClassLoader(), new Class<?>[] {XAResource.class}, (self, method, args) -> {
                    throw claim;
                });
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            CorrectedXaResource corrected =
                    new CorrectedXaResource(driver, DatabaseQuirks.of(Object.class), connection);
            assertThatThrownBy(() -> corrected.commit(TestXid.fresh(), true))
                    .isInstanceOf(XAException.class)
                    .hasFieldOrPropertyWithValue("errorCode", XAException.XAER_RMFAIL);
            assertThat(corrected.isLost()).isTrue();
        }
    }

    /** H2 goes on after an error in a batch, and the error of the first statement comes first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2_000})
    void prepare_aVictimsErrorWasBehindOthersOfABatch_rollsBack(int others) throws Exception {
        SQLException batch = new BatchUpdateException("twice", "23505", 23505, new int[0]);
        for (int i = 1; i < others; i++) {
            batch.setNextException(new SQLException("twice", "23505", 23505));
        }
        batch.setNextException(new SQLException("deadlock", "40001", 40001));
        assertPrepareRollsBackAfter(batch);
    }

    /** H2 has its own error for a routine that does not throw an SQLException. */
    @Test
    void prepare_aVictimsErrorWasTheCauseOfARoutinesOwn_rollsBack() throws Exception {
        SQLException victim = new SQLException("deadlock", "40001", 40001);
        assertPrepareRollsBackAfter(
                new SQLException("in a routine", "90105", 90105, new IllegalStateException("failed", victim)));
    }

    private static void assertPrepareRollsBackAfter(SQLException error) throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        XAConnection own = source.getXAConnection();
        try (Connection connection = own.getConnection()) {
            XAResource h2 = own.getXAResource();
            CorrectedXaResource corrected = new CorrectedXaResource(h2, DatabaseQuirks.of(h2, connection), connection);
            TestXid xid = TestXid.fresh();
            corrected.start(xid, XAResource.TMNOFLAGS);
            corrected.noteError(error);
            corrected.end(xid, XAResource.TMSUCCESS);
            assertThatThrownBy(() -> corrected.prepare(xid))
                    .isInstanceOf(XAException.class)
                    .hasFieldOrPropertyWithValue("errorCode", XAException.XA_RBROLLBACK);
        } finally {
            own.close();
        }
    }
}
