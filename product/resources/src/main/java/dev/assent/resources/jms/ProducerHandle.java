package dev.assent.resources.jms;

import dev.assent.resources.driver.Calls;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JMSProducer over a producer's handle and a message that is never sent. Delivery options are those of the producer.
 * That one message keeps the headers and properties for every message, so that the broker's client checks and converts
 * them as usual.
 *
 * <p>Thread safety: one thread at a time, as a JMSProducer.
 */
final class ProducerHandle implements InvocationHandler {
    /** A property that every message has. */
    private static final String COUNTED_BY_BROKER = "JMSXDeliveryCount";

    private final Session session;
    private final MessageProducer producer;
    private final OpenJmsPool pool;
    private final Message template;
    private boolean correlatesByBytes;

    private ProducerHandle(Session session, MessageProducer producer, OpenJmsPool pool) throws JMSException {
        this.session = session;
        this.producer = producer;
        this.pool = pool;
        this.template = session.createMessage();
    }

    static JMSProducer over(Session session, MessageProducer producer, OpenJmsPool pool) throws JMSException {
        return (JMSProducer) Proxy.newProxyInstance(
                ProducerHandle.class.getClassLoader(),
                new Class<?>[] {JMSProducer.class},
                new ProducerHandle(session, producer, pool));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object own = Calls.ofObject(proxy, producer, method, arguments);
        if (own != null) {
            return own;
        }
        String name = method.getName();
        Class<?>[] parameters = method.getParameterTypes();
        try {
            switch (name) {
                case "send":
                    send((Destination) given(arguments, 0), message(given(arguments, 1)));
                    return proxy;
                case "setAsync":
                    if (given(arguments, 0) != null) {
                        throw pool.refused(name);
                    }
                    return proxy;
                case "getAsync":
                    return null;
                case "getPropertyNames":
                    return propertyNames();
                case "setProperty":
                    template.setObjectProperty((String) given(arguments, 0), given(arguments, 1));
                    return proxy;
                default:
                    correlatesByBytes =
                            name.startsWith("setJMSCorrelationID") ? name.endsWith("AsBytes") : correlatesByBytes;
                    Object answer = isHeader(name)
                            ? Calls.through(template, Message.class.getMethod(name, parameters), arguments)
                            : Calls.through(producer, MessageProducer.class.getMethod(name, parameters), arguments);
                    return method.getReturnType() == JMSProducer.class ? proxy : answer;
            }
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    private static @Nullable Object given(@Nullable Object @Nullable [] arguments, int index) {
        return arguments == null ? null : arguments[index];
    }

    private static boolean isHeader(String name) {
        return name.contains("Propert") || name.contains("property") || name.startsWith("JMS", "set".length());
    }

    private void send(@Nullable Destination destination, Message message) throws JMSException {
        for (String name : propertyNames()) {
            message.setObjectProperty(name, template.getObjectProperty(name));
        }
        if (correlatesByBytes) {
            message.setJMSCorrelationIDAsBytes(template.getJMSCorrelationIDAsBytes());
        } else if (template.getJMSCorrelationID() != null) {
            message.setJMSCorrelationID(template.getJMSCorrelationID());
        }
        if (template.getJMSType() != null) {
            message.setJMSType(template.getJMSType());
        }
        if (template.getJMSReplyTo() != null) {
            message.setJMSReplyTo(template.getJMSReplyTo());
        }
        producer.send(destination, message);
    }

    private Message message(@Nullable Object body) throws JMSException {
        if (body instanceof Message message) {
            return message;
        }
        if (body == null || body instanceof String) {
            return session.createTextMessage((String) body);
        }
        if (body instanceof byte[] bytes) {
            BytesMessage made = session.createBytesMessage();
            made.writeBytes(bytes);
            return made;
        }
        if (body instanceof Map<?, ?> entries) {
            MapMessage made = session.createMapMessage();
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                made.setObject((String) entry.getKey(), entry.getValue());
            }
            return made;
        }
        return session.createObjectMessage((Serializable) body);
    }

    private Set<String> propertyNames() throws JMSException {
        Set<String> names = new LinkedHashSet<>();
        Enumeration<?> all = template.getPropertyNames();
        while (all.hasMoreElements()) {
            String name = String.valueOf(all.nextElement());
            if (!name.equals(COUNTED_BY_BROKER)) {
                names.add(name);
            }
        }
        return names;
    }
}
