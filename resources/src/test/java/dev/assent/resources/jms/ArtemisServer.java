package dev.assent.resources.jms;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TextMessage;
import jakarta.jms.XAJMSContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * An Artemis message broker in a JVM of its own that listens on 127.0.0.1 only, with every forced write
 * on: what it has committed or prepared survives {@link #kill}. Its queues are there from the start and
 * durable; others are not made when somebody asks for them.
 *
 * <p>Thread safety: one thread at a time kills, restarts and closes it; the rest may be called by any
 * thread.
 */
public final class ArtemisServer implements AutoCloseable {
    /** Who may do everything there. */
    public static final String USER = "assent";

    /** The user's password. */
    public static final String PASSWORD = "assent";

    /**
     * What the names of queues begin with whose messages are delivered three times at most; other messages
     * are delivered until they are committed.
     */
    public static final String LIMITED = "limited.";

    private static final int START_SECONDS_MAX = 60;
    private static final int STOP_SECONDS_MAX = 10;
    private static final int TRY_AGAIN_MILLIS = 20;
    private static final int DRAIN_MILLIS = 200;

    private final Path folder;
    private final String name;
    private final int port;
    private final List<String> queues;
    private @Nullable Process process;

    private ArtemisServer(Path folder, String name, int port, String... queues) {
        this.folder = folder;
        this.name = name;
        this.port = port;
        this.queues = List.of(queues);
    }

    /**
     * Starts a broker and waits until it takes connections.
     *
     * @param folder has its folder of data and its log, both with its name
     * @param queues the names of its queues
     * @throws IOException when it can't be started; the message has the end of its log
     */
    public static ArtemisServer start(Path folder, String name, String... queues) throws IOException {
        ArtemisServer server = new ArtemisServer(folder, name, FreePort.find(), queues);
        server.launch();
        return server;
    }

    private void launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // no file in a shared folder
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ArtemisProcess.class.getName(),
                Integer.toString(port),
                folder.resolve(name).toString()));
        command.addAll(queues);
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        process = started;
        try {
            awaitConnections(started);
        } catch (IOException failed) {
            kill();
            throw failed;
        }
    }

    private Path log() {
        return folder.resolve(name + ".log");
    }

    private void awaitConnections(Process started) throws IOException {
        long sinceNanos = System.nanoTime();
        while (true) {
            try (JMSContext context = factory().createContext()) {
                context.start();
                return;
            } catch (JMSRuntimeException notYet) {
                boolean late = System.nanoTime() - sinceNanos > TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
                if (late || !started.isAlive()) {
                    throw new IOException("broker '" + name + "' can't be started; its log:\n" + said(), notYet);
                }
            }
            try {
                started.waitFor(TRY_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("the start of broker '" + name + "' was interrupted", interrupted);
            }
        }
    }

    private String said() throws IOException {
        return new String(Files.readAllBytes(log()), StandardCharsets.UTF_8);
    }

    /** Where it listens; the same after {@link #restart}. */
    public int port() {
        return port;
    }

    /** The URL of its acceptor. */
    public String url() {
        return "tcp://127.0.0.1:" + port + "?useEpoll=false";
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

    // ---- what is in it

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
            for (String text = consumer.receiveBody(String.class, DRAIN_MILLIS);
                    text != null;
                    text = consumer.receiveBody(String.class, DRAIN_MILLIS)) {
                texts.add(text);
            }
            return texts;
        }
    }

    /** The Xids that it holds in doubt. */
    public List<Xid> prepared() {
        try (ActiveMQXAConnectionFactory factory = xaConnectionFactory();
                XAJMSContext context = factory.createXAContext()) {
            return List.of(context.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
        } catch (XAException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * Calls an operation of its management interface.
     *
     * @param operation of the broker, such as {@code listPreparedTransactions}
     * @return what it answers
     */
    public @Nullable Object manage(String operation, Object... arguments) {
        try (ActiveMQConnectionFactory factory = factory();
                JMSContext context = factory.createContext()) {
            Queue replies = context.createTemporaryQueue();
            Message question = context.createMessage();
            question.setJMSReplyTo(replies);
            JMSManagementHelper.putOperationInvocation(question, "broker", operation, arguments);
            context.createProducer().send(ActiveMQJMSClient.createQueue("activemq.management"), question);
            Message answer = context.createConsumer(replies).receive(TimeUnit.SECONDS.toMillis(STOP_SECONDS_MAX));
            if (answer == null || !JMSManagementHelper.hasOperationSucceeded(answer)) {
                throw new IllegalStateException(operation + ": " + answer);
            }
            return JMSManagementHelper.getResult(answer);
        } catch (Exception failed) {
            throw new IllegalStateException(operation, failed);
        }
    }

    // ---- life

    /**
     * Kills its process with signal 9, and waits until it is gone. Nothing happens when it is killed already.
     *
     * @throws IOException when the process does not go
     */
    public void kill() throws IOException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            if (!isGone(running)) {
                throw new IOException("process " + running.pid() + " of broker '" + name + "' is not gone "
                        + STOP_SECONDS_MAX + " s after it was killed");
            }
            process = null;
        }
    }

    private static boolean isGone(Process ending) {
        try {
            return ending.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Starts it again after {@link #kill}, on the same journal and the same port, and waits until it takes
     * connections.
     *
     * @throws IOException when it can't be started; the message has the end of its log
     */
    public void restart() throws IOException {
        launch();
    }

    /** Stops it and waits until it is gone. Its folder stays. Idempotent. */
    @Override
    public void close() throws IOException {
        Process running = process;
        if (running != null) {
            running.getOutputStream().close();
            if (isGone(running)) {
                process = null;
            } else {
                kill();
            }
        }
    }
}
