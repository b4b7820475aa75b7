package dev.assent.resources.example;

import dev.assent.remote.CallTransaction;
import dev.assent.remote.InProcessNetwork;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One transaction of two nodes. The guide docs/guide/services.md shows lines of it. */
public final class OrderFromStock {
    private OrderFromStock() {}

    /** Arguments: the properties files of the two nodes. Tells how many pieces are left, and were counted. */
    public static int[] run(Path depotFile, Path shopFile) throws Exception {
        ExecutorService delivery = Executors.newCachedThreadPool();
        InProcessNetwork network = InProcessNetwork.of(delivery);
        try (Node depot = Node.open(NodeConfig.read(depotFile));
                Node shop = Node.open(NodeConfig.read(shopFile))) {
            // the node that has the stock
            depot.add(network.transport("depot", depot.assent().life().node()));
            depot.export("stock", Stock.class, new StockTable(depot.dataSource("pieces")), CallTransaction.MANDATORY);

            // the node that takes orders
            shop.add(network.transport("shop", shop.assent().life().node()));
            Stock there = shop.connect("in-process://depot/stock", Stock.class);

            shop.transactionManager().begin();
            try (Connection orders = shop.dataSource("orders").getConnection();
                    Statement insert = orders.createStatement()) {
                insert.executeUpdate("INSERT INTO purchase (article, pieces) VALUES ('tea', 2)");
                there.take("tea", 2);
            } catch (Exception failed) {
                shop.transactionManager().rollback();
                throw failed;
            }
            shop.transactionManager().commit();

            // a reference
            int counted;
            try (Stock.Count count = there.count()) {
                count.add(1);
                counted = count.add(2);
            }
            return new int[] {there.pieces("tea"), counted};
        } finally {
            delivery.shutdown();
        }
    }
}
