package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

/** What a driver's own exceptions may do to the one who reads them. */
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
}
