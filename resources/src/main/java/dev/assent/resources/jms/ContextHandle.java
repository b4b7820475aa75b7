package dev.assent.resources.jms;

import dev.assent.resources.driver.Calls;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A JMSContext over a session handle. What the two interfaces have in common goes to the method of the
 * session with the same name and parameters, so that both behave alike; the rest is what {@link
 * ConnectionHandle} says.
 *
 * <p>Thread safety: one thread at a time, as a JMSContext.
 */
final class ContextHandle implements InvocationHandler {
    private final JmsPool pool;
    private final Session session;

    private ContextHandle(JmsPool pool, Session session) {
        this.pool = pool;
        this.session = session;
    }

    static JMSContext over(JmsPool pool, Session session) {
        return (JMSContext) Proxy.newProxyInstance(
                ContextHandle.class.getClassLoader(),
                new Class<?>[] {JMSContext.class},
                new ContextHandle(pool, session));
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
                case "getClientID", "getExceptionListener" -> null;
                case "setClientID", "setExceptionListener", "stop" -> throw pool.refused(method.getName());
                case "getMetaData" -> pool.createConnection().getMetaData();
                case "createContext" -> pool.createContext();
                case "createProducer" -> ProducerHandle.over(session, session.createProducer((Destination) null), pool);
                default -> inSession(method, arguments);
            };
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    private @Nullable Object inSession(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        Method same = Session.class.getMethod(method.getName(), method.getParameterTypes());
        Object answer = Calls.through(session, same, arguments);
        return answer instanceof MessageConsumer consumer ? new ConsumerHandle(consumer) : answer;
    }
}
