package dev.assent.resources;

import dev.assent.backends.PostgresServer;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two of the {@link SharedServers}. Each test finds one table, empty, also when the one before has failed in its midst. */
final class TwoServers implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
        clear(orders());
        clear(payments());
    }

    private static void clear(PostgresServer server) {
        server.rollBackPrepared();
        server.execute("drop table if exists item");
        server.execute(ItemTable.CREATE);
    }

    PostgresServer orders() {
        return SharedServers.postgres("orders");
    }

    PostgresServer payments() {
        return SharedServers.postgres("payments");
    }
}
