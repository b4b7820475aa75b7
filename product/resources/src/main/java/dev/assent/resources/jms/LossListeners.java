package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The listeners for the loss of the connection to the broker. A pool has a connection of the broker for each session,
 * and the application's connections are handles of none of them. So the loss of any one goes to all listeners, at most
 * once to each.
 *
 * <p>A separate thread calls each, since a listener may take as long as it likes, and throw whatever it likes.
 *
 * <p>Thread safety: safe to share.
 */
final class LossListeners {
    private final String pool;
    private final Notices notices;
    private final Map<Object, ExceptionListener> waiting = new ConcurrentHashMap<>();

    LossListeners(String pool, Notices notices) {
        this.pool = pool;
        this.notices = notices;
    }

    /** Sets the listener of a handle, in place of its last one; null for none. */
    void set(Object handle, @Nullable ExceptionListener listener) {
        if (listener == null) {
            waiting.remove(handle);
        } else {
            waiting.put(handle, listener);
        }
    }

    /** A connection was lost. */
    void lost(JMSException gone) {
        for (Object handle : List.copyOf(waiting.keySet())) {
            ExceptionListener listener = waiting.remove(handle);
            if (listener != null) {
                Thread thread = new Thread(() -> tell(listener, gone), "assent-jms-listener-" + pool);
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void tell(ExceptionListener listener, JMSException gone) {
        try {
            listener.onException(gone);
        } catch (Throwable failed) {
            notices.warning(MESSAGES.jmsListenerFailed(pool, failed));
        }
    }
}
