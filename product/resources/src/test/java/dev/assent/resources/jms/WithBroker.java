package dev.assent.resources.jms;

import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.resources.SharedServers;
import jakarta.jms.JMSContext;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The broker of all tests, and a node with a pool for each. */
abstract class WithBroker {
    static final ArtemisServer broker = SharedServers.broker();

    final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    Assent assent;

    /**
     * Without this, recovery's connections would count with those of the pool. A test that needs recovery closes it.
     */
    Assent.RecoveryPause withoutRecovery;

    TransactionManager manager;
    JmsPool pool;

    @BeforeEach
    void open() {
        broker.drain("in");
        broker.drain("out");
        assent =
                Assent.builder().with(Setting.LOG_FOLDER, folder.resolve("log")).open();
        withoutRecovery = assent.pauseRecovery();
        manager = assent.transactionManager();
        pool = JmsPool.open(assent, config());
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
        assent.close();
    }

    JmsPoolConfig config() {
        return JmsPoolConfig.of("queues", broker.xaConnectionFactory());
    }

    void send(String text) {
        send(pool, text);
    }

    static void send(JmsPool pool, String text) {
        try (JMSContext context = pool.createContext()) {
            context.createProducer().send(context.createQueue("out"), text);
        }
    }

    String receive() {
        try (JMSContext context = pool.createContext()) {
            return context.createConsumer(context.createQueue("in")).receiveBody(String.class, 120_000);
        }
    }

    int branchCount() throws Exception {
        return ((JtaTransaction) manager.getTransaction())
                .engine()
                .participants()
                .all()
                .size();
    }

    /** Waits until the broker has so many connections: it notices a while later that one is closed. */
    static void awaitConnections(int count) {
        await().until(() -> connectionCount() == count);
    }

    /** How many connections the broker has, but for the one that asks. */
    static int connectionCount() {
        return ((Object[]) broker.manage("listConnectionIDs")).length - 1;
    }
}
