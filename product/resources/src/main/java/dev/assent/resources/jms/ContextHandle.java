package dev.assent.resources.jms;

import dev.assent.resources.driver.Calls;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JMSContext over a session handle. A method that both interfaces have goes to the session's method with the same
 * name and parameters, so that both behave alike; for the rest see {@link ConnectionHandle}.
 *
 * <p>Thread safety: one thread at a time, as a JMSContext.
 */
final class ContextHandle implements InvocationHandler {
    private final OpenJmsPool pool;
    private final SessionLease lease;
    private final Session session;

    /** The connection for the methods that only a context has. */
    private final ConnectionHandle connection;

    private ContextHandle(OpenJmsPool pool, SessionLease lease, Session session) {
        this.pool = pool;
        this.lease = lease;
        this.session = session;
        this.connection = new ConnectionHandle(pool);
    }

    static JMSContext over(OpenJmsPool pool, SessionLease lease, Session session) {
        return (JMSContext) Proxy.newProxyInstance(
                ContextHandle.class.getClassLoader(),
                new Class<?>[] {JMSContext.class},
                new ContextHandle(pool, lease, session));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object own = Calls.ofObject(proxy, session, method, arguments);
        if (own != null) {
            return own;
        }
        try {
            return switch (method.getName()) {
                case "start", "setAutoStart", "acknowledge" -> null;
                case "getAutoStart" -> true;
                case "getSessionMode" -> JMSContext.SESSION_TRANSACTED;
                case "getClientID" -> null;
                case "setClientID", "stop" -> throw pool.refused(method.getName());
                case "getMetaData" -> connection.getMetaData();
                case "getExceptionListener" -> connection.getExceptionListener();
                case "setExceptionListener" -> listen((ExceptionListener) Objects.requireNonNull(arguments)[0]);
                case "close" -> {
                    connection.close();
                    yield inSession(method, arguments);
                }
                case "createContext" -> pool.createContext();
                case "createProducer" -> ProducerHandle.over(session, session.createProducer((Destination) null), pool);
                default -> inSession(method, arguments);
            };
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    /** Until the context is closed, or its transaction is over. */
    private @Nullable Object listen(@Nullable ExceptionListener listener) throws JMSException {
        connection.setExceptionListener(listener);
        lease.handles().add(connection);
        lease.closeHandlesWhenOver();
        return null;
    }

    private @Nullable Object inSession(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        Method same = Session.class.getMethod(method.getName(), method.getParameterTypes());
        Object answer = Calls.through(session, same, arguments);
        return answer instanceof MessageConsumer consumer ? new ConsumerHandle(consumer) : answer;
    }
}
