package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;

import dev.assent.core.observe.Tracer;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.resources.assembly.AssembledNode;
import dev.assent.resources.assembly.NodeFile;
import dev.assent.resources.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Two nodes in one process, each from a file of its own with one database: 'orders' begins transactions and calls
 * 'payments'.
 */
final class TwoNodes implements AutoCloseable {
    /** What 'payments' exports. */
    interface Payments {
        void pay(int id) throws SQLException;
    }

    private final Path folder;
    private final ExecutorService delivery = Executors.newCachedThreadPool();
    private final LocalNetwork network = new LocalNetwork(delivery);

    /** Neither is open. */
    TwoNodes(Path folder) {
        this.folder = folder;
    }

    /** Opens the node that is called. */
    Node openPayments(String url, Tracer tracer) throws IOException {
        Node node = open("payments", url, tracer);
        node.export(
                "payments", Payments.class, id -> insert(node.dataSource("payments"), id), CallTransaction.MANDATORY);
        return node;
    }

    /** Opens the node that calls. */
    Node openOrders(String url, Tracer tracer) throws IOException {
        return open("orders", url, tracer);
    }

    private Node open(String name, String url, Tracer tracer) throws IOException {
        Path file =
                Files.writeString(folder.resolve(name + ".properties"), """
                log-folder = %s
                allowed-addresses = in-process://orders, in-process://payments
                resource.%2$s.type = jdbc
                resource.%2$s.xa-data-source = org.postgresql.xa.PGXADataSource
                resource.%2$s.driver.url = %3$s
                resource.%2$s.driver.user = postgres
                """.formatted(folder.resolve(name), name, url));
        Node node = AssembledNode.open(NodeFile.read(file), tracer, null);
        node.add(network.transport(name, node.assent().life().node()));
        return node;
    }

    /** A row in each database, by one transaction. */
    static void order(Node orders, int id) throws Exception {
        orders.transactionManager().begin();
        insert(orders.dataSource("orders"), id);
        orders.connect("in-process://payments/payments", Payments.class).pay(id);
        orders.transactionManager().commit();
    }

    @Override
    public void close() {
        delivery.shutdownNow();
    }
}
