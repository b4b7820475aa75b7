package dev.assent.lab.ping;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.RemoteConfig;
import dev.assent.transport.nativewire.NativeConfig;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node of Assent that exports an object, or calls one of another node. With or without a transaction it is the same
 * object and the same proxy, so that the two differ in the transaction alone.
 */
final class NodePing implements AutoCloseable {
    /** At any free port; no matter how long a machine with other work takes for the first connection. */
    static final NativeConfig CONFIG = NativeConfig.defaults()
            .with(NativeSetting.LISTEN, "127.0.0.1:0")
            .with(NativeSetting.CONNECT_MILLIS_MAX, 60_000);

    /** Binary frames over TCP. */
    static final Wire NATIVE = nativeWire("none");

    /** The same inside of HTTP. */
    static final Wire TUNNELLED = nativeWire("http");

    /** A transaction goes on for so long while it is used. */
    private static final long TRANSACTION_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    /** Longer than it may lie suspended while others are measured. */
    private static final int TRANSACTION_TIMEOUT_SECONDS = (int) TimeUnit.DAYS.toSeconds(1);

    private static final String OBJECT = "ping";

    private final ConnectedNode node;
    private final String address;

    private NodePing(ConnectedNode node, String address) {
        this.node = node;
        this.address = address;
    }

    /** Carries the calls of a node to others, and their calls to it. */
    @FunctionalInterface
    interface Wire {
        /** One that listens at any free port: a node must be reached, to be asked for its decisions. */
        NodeTransport open(ConnectedNode node) throws Exception;
    }

    private static Wire nativeWire(String tunnel) {
        NativeConfig config = CONFIG.with(NativeSetting.TUNNEL, tunnel);
        return node -> NativeTransport.of(node, config);
    }

    private static NodePing open(Wire wire) throws Exception {
        ConnectedNode node =
                ConnectedNode.open(AssentConfig.defaults().with(Setting.LOG, "memory"), RemoteConfig.defaults());
        try {
            NodeTransport transport = wire.open(node);
            node.add(transport);
            return new NodePing(node, Objects.requireNonNull(transport.address()));
        } catch (Exception failed) {
            node.close();
            throw failed;
        }
    }

    @Override
    public void close() {
        node.close();
    }

    static PingServer serve(Wire wire) throws Exception {
        NodePing server = open(wire);
        server.node.export(OBJECT, Ping.class, () -> {}, CallTransaction.SUPPORTS);
        return new PingServer() {
            @Override
            public String address() {
                return server.address;
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    static TransactionalClient connect(Wire wire, String address) throws Exception {
        NodePing client = open(wire);
        Ping proxy = client.node.connect(address + "/" + OBJECT, Ping.class);
        return new TransactionalClient() {
            private final List<InTransaction> inTransactions = new ArrayList<>();

            @Override
            public Pinger open() {
                return proxy::ping;
            }

            @Override
            public Pinger openInTransaction() {
                InTransaction opened = new InTransaction(client.node.assent().transactionManager(), proxy);
                inTransactions.add(opened);
                return opened;
            }

            @Override
            public void close() throws Exception {
                try (client) {
                    for (InTransaction each : inTransactions) {
                        each.commit();
                    }
                }
            }
        };
    }

    /**
     * Many calls, all of one transaction, which goes on from slice to slice for some seconds: most slices have neither its
     * beginning nor its end.
     */
    private static final class InTransaction implements Pinger {
        private final TransactionManager manager;
        private final Ping proxy;
        private @Nullable Transaction suspended;
        private long begunNanos;

        InTransaction(TransactionManager manager, Ping proxy) {
            this.manager = manager;
            this.proxy = proxy;
        }

        @Override
        public void begin() throws Exception {
            if (suspended != null && System.nanoTime() - begunNanos > TRANSACTION_NANOS_MAX) {
                commit();
            }
            if (suspended == null) {
                manager.setTransactionTimeout(TRANSACTION_TIMEOUT_SECONDS);
                manager.begin();
                begunNanos = System.nanoTime();
            } else {
                manager.resume(suspended);
            }
        }

        @Override
        public void ping() {
            proxy.ping();
        }

        @Override
        public void end() throws Exception {
            suspended = manager.suspend();
        }

        void commit() throws Exception {
            Transaction over = suspended;
            if (over != null) {
                suspended = null;
                over.commit();
            }
        }
    }
}
