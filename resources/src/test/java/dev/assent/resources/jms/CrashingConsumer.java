package dev.assent.resources.jms;

import dev.assent.backends.ArtemisServer;
import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import jakarta.jms.JMSContext;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.postgresql.xa.PGXADataSource;

/**
 * The main class of a process that is killed, or whose servers are: takes a message from a queue, writes
 * it into a database and sends it on, all in one transaction. When it reaches its fault point it says so,
 * and goes on when it is told to.
 */
final class CrashingConsumer {
    /** What it says at the fault point. */
    static final String HERE = "at the fault point";

    /** What it says when nothing waits for a resource any more; the outcome follows. */
    static final String DONE = "done: ";

    /** An outcome. */
    static final String COMMITTED = "committed";

    /** An outcome. */
    static final String ROLLED_BACK = "rolled back";

    private static final int TRY_AGAIN_MILLIS = 50;

    /** What it does with its transaction. */
    enum Work {
        /** Commits a transaction. */
        COMMIT,
        /** Rolls a transaction back. */
        ROLL_BACK,
        /** Has the database refuse to prepare, after the broker has prepared. */
        REFUSE,
        /** Finishes what an earlier process left. */
        RECOVER
    }

    /**
     * What it is to do.
     *
     * @param point where it stops
     * @param participant at which it stops; -1 for the first that comes
     */
    record Task(Path log, Work work, FaultPoint point, int participant, String database, String broker) {
        String[] toArguments() {
            return new String[] {
                log.toString(), work.name(), point.name(), Integer.toString(participant), database, broker
            };
        }

        static Task of(String[] arguments) {
            return new Task(
                    Path.of(arguments[0]),
                    Work.valueOf(arguments[1]),
                    FaultPoint.valueOf(arguments[2]),
                    Integer.parseInt(arguments[3]),
                    arguments[4],
                    arguments[5]);
        }
    }

    private CrashingConsumer() {}

    /** Arguments: those of the task. */
    public static void main(String[] arguments) throws Exception {
        Task task = Task.of(arguments);
        AtomicBoolean armed = new AtomicBoolean(task.work() != Work.RECOVER);
        try (Assent assent = open(task.log(), tracer(task, armed));
                JmsPool queues = queues(assent, task.broker())) {
            // whatever the node does by itself now, something of the other resource is left
            armed.set(true);
            try (JdbcPool orders = orders(assent, task.database())) {
                String outcome =
                        task.work() == Work.RECOVER ? "recovered" : outcome(assent, queues, orders, task.work());
                while (!assent.recover().unreachable().isEmpty()
                        || !assent.coordinator().parked().isEmpty()) {
                    Thread.sleep(TRY_AGAIN_MILLIS);
                }
                System.out.println(DONE + outcome);
            }
        }
    }

    private static Tracer tracer(Task task, AtomicBoolean armed) {
        return (reached, id, participant) -> {
            boolean here = reached == task.point()
                    && (task.participant() < 0 || participant == task.participant())
                    && (id != null || task.work() == Work.RECOVER);
            if (here && armed.compareAndSet(true, false)) {
                System.out.println(HERE);
                try {
                    System.in.read();
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
            }
        };
    }

    static Assent open(Path log, Tracer tracer) {
        AssentConfig config = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, log)
                .with(Setting.DISPATCH, "inline")
                .with(Setting.TRANSACTION_TIMEOUT_SECONDS, "0");
        return Assent.open(config, tracer);
    }

    static JmsPool queues(Assent assent, String url) {
        return JmsPool.open(
                assent,
                JmsPoolConfig.of(
                        "queues",
                        Map.of(
                                "connection-factory",
                                ActiveMQXAConnectionFactory.class.getName(),
                                "driver.brokerURL",
                                url,
                                "driver.user",
                                ArtemisServer.USER,
                                "driver.password",
                                ArtemisServer.PASSWORD)));
    }

    static JdbcPool orders(Assent assent, String url) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url);
        source.setUser("postgres");
        return JdbcPool.open(assent, JdbcPoolConfig.of("orders", source));
    }

    private static String outcome(Assent assent, JmsPool queues, JdbcPool orders, Work work) throws Exception {
        assent.transactionManager().begin();
        try {
            takeOrder(queues, orders, work);
            if (work == Work.ROLL_BACK) {
                assent.transactionManager().rollback();
                return ROLLED_BACK;
            }
            assent.transactionManager().commit();
            return COMMITTED;
        } catch (RollbackException refused) {
            return ROLLED_BACK;
        }
    }

    private static void takeOrder(JmsPool queues, JdbcPool orders, Work work) throws Exception {
        try (JMSContext context = queues.createContext();
                Connection connection = orders.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into purchase values (?)")) {
            String order = context.createConsumer(context.createQueue("in")).receiveBody(String.class, 10_000);
            insert.setString(1, order);
            insert.executeUpdate();
            if (work == Work.REFUSE) {
                // the constraint is looked at when the branch is prepared
                insert.executeUpdate();
            }
            context.createProducer().send(context.createQueue("out"), order);
        }
    }
}
