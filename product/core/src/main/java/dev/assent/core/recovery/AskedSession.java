package dev.assent.core.recovery;

import dev.assent.spi.RecoverableResource;
import java.time.Instant;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A session of recovery whose every call is one of recovery's {@link Questions}, also the calls of its XAResource.
 *
 * <p>Thread safety: as the session.
 */
final class AskedSession implements RecoverableResource.Session {
    private static final String CONNECTION = "for a connection";

    private final String resource;
    private final RecoverableResource.Session session;
    private final Questions questions;

    private AskedSession(String resource, RecoverableResource.Session session, Questions questions) {
        this.resource = resource;
        this.session = session;
        this.questions = questions;
    }

    /** As {@link RecoverableResource#open}. */
    static AskedSession open(RecoverableResource resource, Questions questions) throws Exception {
        String name = resource.name();
        return new AskedSession(name, questions.ask(name, CONNECTION, resource::open), questions);
    }

    @Override
    public XAResource xaResource() {
        return new Asked(questions.ask(resource, CONNECTION, session::xaResource));
    }

    @Override
    public Map<Xid, Instant> preparedAt() throws Exception {
        return questions.ask(resource, "for the times of its branches", session::preparedAt);
    }

    @Override
    public void close() {
        questions.request(resource, "to close a connection", session::close);
    }

    /** Its XAResource. */
    private final class Asked implements XAResource {
        private final XAResource driver;

        Asked(XAResource driver) {
            this.driver = driver;
        }

        @Override
        public Xid[] recover(int flags) throws XAException {
            return questions.ask(resource, "for its in-doubt list", () -> driver.recover(flags));
        }

        @Override
        public void commit(Xid xid, boolean isOnePhase) throws XAException {
            questions.request(resource, "to commit branch " + xid, () -> driver.commit(xid, isOnePhase));
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            questions.request(resource, "to roll back branch " + xid, () -> driver.rollback(xid));
        }

        @Override
        public void forget(Xid xid) throws XAException {
            questions.request(resource, "to forget branch " + xid, () -> driver.forget(xid));
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            return questions.ask(resource, "to prepare branch " + xid, () -> driver.prepare(xid));
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            questions.request(resource, "to start branch " + xid, () -> driver.start(xid, flags));
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            questions.request(resource, "to end branch " + xid, () -> driver.end(xid, flags));
        }

        @Override
        public boolean isSameRM(XAResource other) throws XAException {
            return questions.ask(resource, "to compare a connection", () -> driver.isSameRM(other));
        }

        @Override
        public int getTransactionTimeout() throws XAException {
            return questions.ask(resource, "for a timeout", driver::getTransactionTimeout);
        }

        @Override
        public boolean setTransactionTimeout(int seconds) throws XAException {
            return questions.ask(resource, "to set a timeout", () -> driver.setTransactionTimeout(seconds));
        }
    }
}
