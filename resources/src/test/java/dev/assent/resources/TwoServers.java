package dev.assent.resources;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two servers for all test classes, started when the first needs them and stopped after the last. Each
 * test finds one table, empty.
 */
final class TwoServers implements BeforeEachCallback {
    private record Pair(PostgresServer orders, PostgresServer payments) implements AutoCloseable {
        static Pair start() {
            PostgresServer orders = PostgresServer.start();
            try {
                return new Pair(orders, PostgresServer.start());
            } catch (RuntimeException failed) {
                orders.close();
                throw failed;
            }
        }

        @Override
        public void close() {
            try {
                orders.close();
            } finally {
                payments.close();
            }
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
        server.execute("create table item (id int primary key, text varchar(100))");
    }

    PostgresServer orders() {
        return pair.orders;
    }

    PostgresServer payments() {
        return pair.payments;
    }
}
