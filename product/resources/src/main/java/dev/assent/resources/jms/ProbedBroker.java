package dev.assent.resources.jms;

import dev.assent.resources.probe.Probed;
import dev.assent.resources.quirk.ProbeStep;
import dev.assent.resources.quirk.Remedy;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.Optional;
import javax.transaction.xa.XAResource;

/**
 * The broker of a pool, for the start-up probe. Its branch is empty, since the probe knows no queue that it may touch.
 * A broker prepares an empty branch like any other (Artemis), or votes read-only; the probe reports that.
 *
 * <p>Thread safety: used by one thread at a time.
 *
 * @param config of the pool
 */
record ProbedBroker(JmsPoolConfig config) implements Probed<JMSException> {
    @Override
    public String pool() {
        return config.name();
    }

    @Override
    public boolean acceptsLossy() {
        return false;
    }

    @Override
    public String acceptance() {
        return "skip the probe with '" + skipping() + "'";
    }

    @Override
    public String skipping() {
        return JmsPoolSetting.PROBE.key() + "=false";
    }

    @Override
    public void requireKept() {
        // no broker is known to lose branches
    }

    @Override
    public Session open() throws JMSException {
        PhysicalSession own = new Login(config).open(gone -> {});
        return new BrokerSession(own, title(own));
    }

    private static String title(PhysicalSession session) throws JMSException {
        boolean isDone = false;
        try {
            ConnectionMetaData told = session.metaData();
            String title = "broker " + told.getJMSProviderName() + " " + told.getProviderVersion();
            isDone = true;
            return title;
        } finally {
            if (!isDone) {
                session.close();
            }
        }
    }

    private record BrokerSession(PhysicalSession own, String title) implements Session {
        @Override
        public XAResource xaResource() {
            return own.xaResource();
        }

        @Override
        public boolean isKnownToLose() {
            return false;
        }

        @Override
        public void beforeBranch() {
            // an XA session is always ready
        }

        @Override
        public void work(String name) {
            // see the class
        }

        @Override
        public Optional<Remedy> remedyFor(ProbeStep step, SQLException failed) {
            return Optional.empty();
        }

        @Override
        public void close() {
            own.close();
        }
    }
}
