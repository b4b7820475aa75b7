package dev.assent.server.crash;

import dev.assent.Assent;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.core.Internals;
import dev.assent.core.observe.Tracer;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.jms.JmsPool;
import dev.assent.resources.jms.JmsPoolConfig;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/**
 * A process that takes the order of a transfer from a queue, books it at a bank, and sends a receipt to
 * another queue, all in one transaction: the broker is in the north, the bank in the south.
 *
 * <p>Thread safety: one transfer at a time.
 */
final class RelayNode implements VictimNode {
    /** Where orders are, each the word of a transfer. */
    static final String ORDERS = "orders";

    /** Where the same words are sent when they are booked. */
    static final String RECEIPTS = "receipts";

    private static final int ORDER_MILLIS_MAX = 120_000;

    private final ActiveMQConnectionFactory sender;
    private JMSContext orders;
    private final Assent assent;
    private final JmsPool north;
    private final JdbcPool south;

    private RelayNode(TransferNode.Config config, String broker, Bank bank, Tracer tracer) {
        this.sender = new ActiveMQConnectionFactory(broker, ArtemisServer.USER, ArtemisServer.PASSWORD);
        this.orders = sender.createContext();
        this.assent =
                Internals.tracer(Assent.builder().config(config.node()), tracer).open();
        Map<String, String> settings = Map.of(
                "connection-factory",
                ActiveMQXAConnectionFactory.class.getName(),
                "driver.brokerURL",
                broker,
                "driver.user",
                ArtemisServer.USER,
                "driver.password",
                ArtemisServer.PASSWORD);
        this.north = JmsPool.open(assent, JmsPoolConfig.of("north", settings));
        this.south = config.open(assent, bank);
    }

    /** Arguments: the log folder, the broker's URL, then those of the bank. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = Arrays.asList(arguments);
        TransferNode.Config config = TransferNode.Config.forCrashes(Path.of(arguments[0]));
        Bank bank = Bank.of(all.subList(2, all.size()));
        CrashVictim.serve(tracer -> new RelayNode(config, arguments[1], bank, tracer));
    }

    @Override
    public Assent assent() {
        return assent;
    }

    /** Sends the order first, as another program would, and then relays it. */
    @Override
    public void make(Transfer transfer) throws Exception {
        try {
            order(transfer);
        } catch (JMSRuntimeException brokerWasKilled) {
            orders.close();
            orders = sender.createContext();
            order(transfer);
        }
        VictimNode.super.make(transfer);
    }

    private void order(Transfer transfer) {
        orders.createProducer().send(orders.createQueue(ORDERS), transfer.word());
    }

    @Override
    public void work(Transfer transfer) throws JMSException, SQLException {
        try (JMSContext context = north.createContext()) {
            String order =
                    context.createConsumer(context.createQueue(ORDERS)).receiveBody(String.class, ORDER_MILLIS_MAX);
            if (!transfer.word().equals(order)) {
                throw new JMSException("the order is " + order + ", and it must be " + transfer.word());
            }
            TransferNode.book(south, transfer.southAccount(), transfer.amount(), transfer.id());
            context.createProducer().send(context.createQueue(RECEIPTS), order);
        }
    }

    @Override
    public void close() {
        orders.close();
        sender.close();
        assent.close();
        north.close();
        south.close();
    }
}
