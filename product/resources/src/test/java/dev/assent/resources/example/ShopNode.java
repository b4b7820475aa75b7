package dev.assent.resources.example;

import dev.assent.Setting;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.util.Map;

/** The node of shop.properties by code. The guide docs/guide/run.md shows the method's lines. */
public final class ShopNode {
    private ShopNode() {}

    /** Opens it. */
    public static Node open(String folder, String ordersUrl, String stockUrl) {
        String driver = "org.postgresql.xa.PGXADataSource";
        Node node = Node.open(NodeConfig.defaults()
                .with(Setting.LOG_FOLDER, folder)
                .withResource("orders", "jdbc", Map.of("xa-data-source", driver, "driver.url", ordersUrl))
                .withResource("stock", "jdbc", Map.of("xa-data-source", driver, "driver.url", stockUrl)));
        return node;
    }
}
