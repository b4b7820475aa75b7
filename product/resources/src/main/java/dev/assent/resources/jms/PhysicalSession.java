package dev.assent.resources.jms;

import dev.assent.core.foreign.Failure;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the broker with its one XA session. Each session has its own connection. So closing a connection,
 * which takes a branch away from a thread that still works on it, disturbs no other session.
 *
 * <p>Thread safety: that of a JMS session, one thread at a time; {@link #close} and {@link #isLost} may
 * be called by any thread.
 */
final class PhysicalSession {
    private final XAConnection connection;
    private final XASession session;
    private final XAResource xaResource;
    private volatile boolean lost;

    /** The timeout last set at the broker; less than 0 when none was set. */
    private int timeoutSeconds = -1;

    private PhysicalSession(XAConnection connection) throws JMSException {
        this.connection = connection;
        this.session = connection.createXASession();
        this.xaResource = session.getXAResource();
    }

    /**
     * Connects.
     *
     * @param whenLost is called once when the broker's client reports that the connection is gone
     */
    static PhysicalSession open(XAConnectionFactory factory, ExceptionListener whenLost) throws JMSException {
        XAConnection connection = factory.createXAConnection();
        @Nullable PhysicalSession opened = null;
        try {
            PhysicalSession made = new PhysicalSession(connection);
            connection.setExceptionListener(gone -> {
                if (!made.lost) {
                    made.lost = true;
                    whenLost.onException(gone);
                }
            });
            connection.start();
            opened = made;
            return made;
        } finally {
            if (opened == null) {
                close(connection);
            }
        }
    }

    /** Its session. Whatever the broker's client throws counts as a JMSException, and so does no session. */
    Session session() throws JMSException {
        try {
            return Objects.requireNonNull(session.getSession(), "the broker's client gives no session");
        } catch (JMSException failed) {
            throw failed;
        } catch (Throwable failed) {
            throw Failures.because(new JMSException(Failure.text(failed)), failed);
        }
    }

    XAResource xaResource() {
        return xaResource;
    }

    ConnectionMetaData metaData() throws JMSException {
        return connection.getMetaData();
    }

    /** Whether the broker's client has reported that the connection is gone. The report may come late. */
    boolean isLost() {
        return lost;
    }

    /** Limits the branches that start from now on. */
    void limitBranches(int seconds) throws XAException {
        if (timeoutSeconds != seconds) {
            xaResource.setTransactionTimeout(seconds);
            timeoutSeconds = seconds;
        }
    }

    /** Ends the connection and all waits on it. */
    void close() {
        lost = true;
        close(connection);
    }

    private static void close(XAConnection connection) {
        try {
            connection.close();
        } catch (Throwable broken) {
            // nobody needs it any more
        }
    }
}
