package dev.assent.resources.example;

import dev.assent.core.Setting;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.util.Map;

/** The node of shop.properties by code. The guide docs/guide/run.md shows the method's lines. */
public final class ShopNode {
    private static final String PG = "org.postgresql.xa.PGXADataSource";

    private ShopNode() {}

    /** Opens it. */
    public static Node open(String folder, String ordersUrl, String stockUrl) {
        NodeConfig config = NodeConfig.defaults()
                .with(Setting.LOG_FOLDER, folder)
                .withResource("orders", "jdbc", Map.of("xa-data-source", PG, "driver.url", ordersUrl))
                .withResource("stock", "jdbc", Map.of("xa-data-source", PG, "driver.url", stockUrl));
        return Node.open(config);
    }
}
