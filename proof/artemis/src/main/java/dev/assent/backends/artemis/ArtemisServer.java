package dev.assent.backends.artemis;

import dev.assent.backends.BackendServer;
import dev.assent.backends.ForkedServer;
import dev.assent.backends.QuickJvm;
import dev.assent.backends.ServerFolder;
import dev.assent.backends.ServerPlace;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TextMessage;
import jakarta.jms.XAJMSContext;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * An Artemis message broker in a JVM of its own that listens on 127.0.0.1 only, with all forced writes switched on:
 * committed and prepared work survives {@link #kill}. Its queues exist from the start and are durable; it makes no
 * others on request.
 *
 * <p>Thread safety: see {@link BackendServer}.
 */
public final class ArtemisServer extends ForkedServer {
    /** The user that may do everything. */
    public static final String USER = "assent";

    /** The user's password. */
    public static final String PASSWORD = "assent";

    /**
     * The prefix of queues whose messages are delivered three times at most. Other messages are delivered until they
     * are committed.
     */
    public static final String LIMITED = "limited.";

    private static final int ANSWER_SECONDS_MAX = 120;

    private final List<String> queues;
    private QuickJvm jvm = QuickJvm.plain();

    /**
     * Starts a broker and waits until it takes connections.
     *
     * @param name its folder of data has this name, which is used once; letters, digits and hyphens
     * @param queues the names of its queues
     * @throws IOException when it can't be started; the message has the end of its log
     */
    public static ArtemisServer start(ServerFolder folder, String name, String... queues) throws IOException {
        return folder.start("Artemis", name, place -> new ArtemisServer(place, List.of(queues)));
    }

    private ArtemisServer(ServerPlace place, List<String> queues) throws IOException {
        super(place);
        this.queues = queues;
        Files.createDirectories(place.data());
        launch();
    }

    @Override
    protected List<String> command() {
        List<String> arguments =
                new ArrayList<>(List.of(Integer.toString(port()), place().data().toString()));
        arguments.addAll(queues);
        return jvm.command(ArtemisProcess.class, List.of("-Xmx256m", "-Djava.io.tmpdir=" + place().data()), arguments);
    }

    /** The process ends when its input does. */
    @Override
    protected void stop(Process running) throws IOException {
        running.getOutputStream().close();
    }

    @Override
    public void learn() throws IOException {
        jvm = QuickJvm.sharingClasses(place().classes());
        learn(jvm);
    }

    @Override
    protected void tryConnection() {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext()) {
            context.start();
        }
    }

    /** The URL of its acceptor, for a client that fails at once when the broker is away. */
    public String url() {
        return "tcp://127.0.0.1:" + port() + "?useEpoll=false&useTopologyForLoadBalancing=false&callTimeout=20000";
    }

    /** The client's class that implements {@link jakarta.jms.XAConnectionFactory}. */
    public String xaConnectionFactoryClass() {
        return ActiveMQXAConnectionFactory.class.getName();
    }

    /** The bean properties of {@link #xaConnectionFactoryClass} for this broker. */
    public Map<String, String> xaProperties() {
        return Map.of("brokerURL", url(), "user", USER, "password", PASSWORD);
    }

    /** A source of XA connections to it, as a fresh object. */
    public ActiveMQXAConnectionFactory xaConnectionFactory() {
        return new ActiveMQXAConnectionFactory(url(), USER, PASSWORD);
    }

    private ActiveMQConnectionFactory factory() {
        return new ActiveMQConnectionFactory(url(), USER, PASSWORD);
    }

    // ---- its content

    /** Sends texts, each committed before the next. */
    public void send(String queue, String... texts) {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext()) {
            Arrays.stream(texts).forEach(text -> context.createProducer().send(context.createQueue(queue), text));
        }
    }

    /** The texts in a queue that no transaction holds, which stay there. */
    public List<String> texts(String queue) {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext();
                QueueBrowser browser = context.createBrowser(context.createQueue(queue))) {
            List<String> texts = new ArrayList<>();
            for (Object each : Collections.list((java.util.Enumeration<?>) browser.getEnumeration())) {
                texts.add(((TextMessage) each).getText());
            }
            return texts;
        } catch (JMSException failed) {
            throw new IllegalStateException(queue, failed);
        }
    }

    /** Takes all texts out of a queue. */
    public List<String> drain(String queue) {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            List<String> texts = new ArrayList<>();
            for (String text = consumer.receiveBodyNoWait(String.class);
                    text != null;
                    text = consumer.receiveBodyNoWait(String.class)) {
                texts.add(text);
            }
            return texts;
        }
    }

    /** The Xids of its branches in doubt. */
    public List<Xid> prepared() {
        try (ActiveMQXAConnectionFactory factory = xaConnectionFactory();
                XAJMSContext context = factory.createXAContext()) {
            return List.of(context.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
        } catch (XAException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * Calls an operation of the broker's management interface.
     *
     * @param operation of the broker, such as {@code listPreparedTransactions}
     * @return its answer
     */
    public @Nullable Object manage(String operation, Object... arguments) {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext()) {
            Queue replies = context.createTemporaryQueue();
            Message question = context.createMessage();
            question.setJMSReplyTo(replies);
            JMSManagementHelper.putOperationInvocation(question, "broker", operation, arguments);
            context.createProducer().send(ActiveMQJMSClient.createQueue("activemq.management"), question);
            Message answer = context.createConsumer(replies).receive(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS_MAX));
            if (answer == null || !JMSManagementHelper.hasOperationSucceeded(answer)) {
                throw new IllegalStateException(operation + ": " + answer);
            }
            return JMSManagementHelper.getResult(answer);
        } catch (Exception failed) {
            throw new IllegalStateException(operation, failed);
        }
    }
}
