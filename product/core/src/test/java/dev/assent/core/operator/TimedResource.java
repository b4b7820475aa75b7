package dev.assent.core.operator;

import dev.assent.spi.RecoverableResource;
import java.time.Instant;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that is asked when its branches were prepared.
 *
 * @param resource the rest of it
 * @param times its answer
 */
record TimedResource(RecoverableResource resource, Times times) implements RecoverableResource {
    /** When branches were prepared. */
    interface Times {
        /** Of the branches of this connection. */
        Map<Xid, Instant> of(XAResource connection) throws XAException;
    }

    @Override
    public String name() {
        return resource.name();
    }

    @Override
    public Session open() throws Exception {
        Session session = resource.open();
        return new Session() {
            @Override
            public XAResource xaResource() {
                return session.xaResource();
            }

            @Override
            public Map<Xid, Instant> preparedAt() throws XAException {
                return times.of(xaResource());
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }
}
