package dev.assent.resources;

import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two servers for all test classes, started when the first needs them and stopped after the last. Each
 * test finds one table, empty.
 */
final class TwoServers implements BeforeEachCallback {
    private record Pair(ServerFolder folder, PostgresServer orders, PostgresServer payments) implements AutoCloseable {
        static Pair start() {
            ServerFolder folder = ServerFolder.temporary();
            try {
                return new Pair(folder, folder.startPostgres("orders"), folder.startPostgres("payments"));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() throws IOException {
            folder.close();
        }
    }

    private Pair pair;

    @Override
    public void beforeEach(ExtensionContext context) {
        pair = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Pair.class, key -> Pair.start(), Pair.class);
        clear(pair.orders);
        clear(pair.payments);
    }

    private static void clear(PostgresServer server) {
        server.execute("drop table if exists item");
        server.execute(ItemTable.CREATE);
    }

    PostgresServer orders() {
        return pair.orders;
    }

    PostgresServer payments() {
        return pair.payments;
    }
}
