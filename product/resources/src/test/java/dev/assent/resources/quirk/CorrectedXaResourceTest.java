package dev.assent.resources.quirk;

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

    /** H2 goes on after an error in a batch, and the error of the first statement comes first. */
    @Test
    void prepare_aVictimsErrorWasBehindAnotherOneOfABatch_rollsBack() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        XAConnection own = source.getXAConnection();
        try (Connection connection = own.getConnection()) {
            XAResource h2 = own.getXAResource();
            CorrectedXaResource corrected = new CorrectedXaResource(h2, DatabaseQuirks.of(h2, connection), connection);
            TestXid xid = TestXid.fresh();
            corrected.start(xid, XAResource.TMNOFLAGS);
            SQLException batch = new BatchUpdateException("twice", "23505", 23505, new int[0]);
            batch.setNextException(new SQLException("deadlock", "40001", 40001));
            corrected.noteError(batch);
            corrected.end(xid, XAResource.TMSUCCESS);
            assertThatThrownBy(() -> corrected.prepare(xid))
                    .isInstanceOf(XAException.class)
                    .hasFieldOrPropertyWithValue("errorCode", XAException.XA_RBROLLBACK);
        } finally {
            own.close();
        }
    }
}
