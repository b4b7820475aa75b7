package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a pool as the application sees it: it makes handles of the transactions' sessions, and keeps them
 * until they are closed or their transactions are over. No connection of the broker is behind it.
 *
 * <p>Thread safety: safe to share; each session by one thread at a time.
 */
final class ConnectionHandle implements Connection {
    private final OpenJmsPool pool;
    private final Set<AutoCloseable> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable ExceptionListener listener;

    ConnectionHandle(OpenJmsPool pool) {
        this.pool = pool;
    }

    private void requireOpen(String what) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException(MESSAGES.jmsHandleClosed(what, pool.name()));
        }
    }

    @Override
    public Session createSession() throws JMSException {
        requireOpen("createSession");
        return pool.session(sessions);
    }

    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession();
    }

    @Override
    public Session createSession(int sessionMode) throws JMSException {
        return createSession();
    }

    /**
     * The broker's metadata: over the session of the thread's transaction, or otherwise over a new connection, so that
     * the call shows whether the broker can be reached.
     */
    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        requireOpen("getMetaData");
        return pool.metaData();
    }

    /** Connections are always started. */
    @Override
    public void start() throws JMSException {
        requireOpen("start");
    }

    @Override
    public void stop() throws JMSException {
        throw pool.refused("stop");
    }

    @Override
    public @Nullable String getClientID() {
        return null;
    }

    @Override
    public void setClientID(String clientId) throws JMSException {
        throw pool.refused("setClientID");
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() throws JMSException {
        requireOpen("getExceptionListener");
        return listener;
    }

    /**
     * The listener is called once at most, when any session of the pool loses its connection while this handle is open.
     */
    @Override
    public void setExceptionListener(@Nullable ExceptionListener fresh) throws JMSException {
        requireOpen("setExceptionListener");
        listener = fresh;
        pool.listeners().set(this, fresh);
        if (closed.get()) {
            pool.listeners().set(this, null);
        }
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, String selector, ServerSessionPool sessionPool, int messagesMax)
            throws JMSException {
        throw pool.refused("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String subscription, String selector, ServerSessionPool sessionPool, int messagesMax)
            throws JMSException {
        throw pool.refused("createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String subscription, String selector, ServerSessionPool sessionPool, int messagesMax)
            throws JMSException {
        throw pool.refused("createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String subscription, String selector, ServerSessionPool sessionPool, int messagesMax)
            throws JMSException {
        throw pool.refused("createSharedDurableConnectionConsumer");
    }

    /** Closes its handles. The sessions stay with their transactions. */
    @Override
    public void close() throws JMSException {
        if (closed.compareAndSet(false, true)) {
            pool.listeners().set(this, null);
            for (AutoCloseable session : sessions) {
                ((Session) session).close();
            }
        }
    }

    @Override
    public String toString() {
        return "connection of " + pool + " with " + sessions.size() + " open sessions";
    }
}
