package dev.assent.resources.simulation;

import dev.assent.resources.simulation.Faults.Api;
import dev.assent.resources.simulation.Faults.Fault;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import org.jspecify.annotations.Nullable;

/** The client of a fake broker. The text of each message is a number. Thread safety: safe to share. */
final class BrokerDriver {
    private final Lines lines;

    BrokerDriver(Lines lines) {
        this.lines = lines;
    }

    XAConnectionFactory factory() {
        return Line.fake(XAConnectionFactory.class, (self, method, arguments) -> connect());
    }

    private @Nullable XAConnection connect() throws Throwable {
        Fault fault = lines.drawForLogin();
        return switch (fault) {
            case NONE, LATE -> connection(lines.open()); // a late login ends by the limit for logins
            case NULL -> null;
            default -> throw lines.refusal(Api.JMS);
        };
    }

    private static XAConnection connection(Line line) {
        line.ofBroker();
        return Line.fake(XAConnection.class, (self, method, arguments) -> switch (method.getName()) {
            case "createXASession" -> line.made(Api.JMS, "createXASession", () -> xaSession(line));
            case "setExceptionListener" ->
                line.call(Api.JMS, "setExceptionListener", () -> {
                    ExceptionListener listener = (ExceptionListener) arguments[0];
                    line.onLoss(() -> listener.onException(new JMSException("the connection is gone")));
                    return null;
                });
            case "start" -> line.call(Api.JMS, "start", () -> null);
            case "getMetaData" -> line.made(Api.JMS, "getMetaData", BrokerDriver::metaData);
            case "close" -> {
                line.close(Api.JMS);
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ConnectionMetaData metaData() {
        return Line.fake(ConnectionMetaData.class, (self, method, arguments) -> switch (method.getName()) {
            case "getJMSProviderName", "getProviderVersion", "getJMSVersion" -> "simulated";
            default -> null;
        });
    }

    private static XASession xaSession(Line line) {
        return Line.fake(XASession.class, (self, method, arguments) -> switch (method.getName()) {
            case "getSession" -> line.made(Api.JMS, "getSession", () -> session(line));
            case "getXAResource" -> line.made(Api.JMS, "getXAResource", () -> line);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static Session session(Line line) {
        return Line.fake(Session.class, (self, method, arguments) -> switch (method.getName()) {
            case "createQueue" -> line.made(Api.JMS, "createQueue", () -> Line.fake(Queue.class, (q, m, a) -> "queue"));
            case "createTextMessage" ->
                line.made(Api.JMS, "createTextMessage", () -> {
                    Object text = arguments[0];
                    return Line.fake(TextMessage.class, (message, m, a) -> text);
                });
            case "createProducer" -> line.made(Api.JMS, "createProducer", () -> producer(line));
            case "toString" -> "session of " + line;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static MessageProducer producer(Line line) {
        return Line.fake(MessageProducer.class, (self, method, arguments) -> switch (method.getName()) {
            case "send" ->
                line.call(Api.JMS, "send", () -> {
                    line.server.work(line, Integer.parseInt(((TextMessage) arguments[0]).getText()));
                    return null;
                });
            case "close" -> line.isOpen() ? line.call(Api.JMS, "MessageProducer.close", () -> null) : null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    Lines lines() {
        return lines;
    }
}
