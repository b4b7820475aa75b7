package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pings between nodes, and the contexts of their calls. */
@Fast
class NodePingTest {
    private final ExecutorService delivery = Executors.newCachedThreadPool();
    private final LocalNetwork network = new LocalNetwork(delivery);
    private final AtomicInteger nodes = new AtomicInteger();

    /** The transaction of every call that was sent; "none" for none. */
    private final Collection<String> carried = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        delivery.shutdownNow();
    }

    private Transport watched(ConnectedNode node) {
        String name = "node-" + nodes.incrementAndGet();
        return new Watched(network.transport(name, node.assent().life().node()));
    }

    @Test
    void onlyCallsInATransactionCarryOneAndThoseOfAThreadCarryTheSame() throws Exception {
        try (PingServer server = NodePing.serve(this::watched);
                Load load = new Load(NodePing.connect(this::watched, server.address()))) {
            Slice outside = load.run(new Slice.Order(1, 1, false));

            assertThat(carried).hasSize((int) outside.calls()).containsOnly("none");

            carried.clear();
            Slice inside = load.run(new Slice.Order(2, 1, true));

            assertThat(carried).hasSize((int) inside.calls()).doesNotContain("none");
            assertThat(Set.copyOf(carried)).hasSize(2);
        }
    }

    @Test
    void threadsThatCallByTurnsAreInATransactionInTwoOfFour() throws Exception {
        try (PingServer server = NodePing.serve(this::watched);
                Load load = new Load(NodePing.connect(this::watched, server.address()))) {
            List<Long> calls = new ArrayList<>();
            List<Set<String>> carriedByTurn = new ArrayList<>();

            load.run(new Alternation.Order(2, 4, 200), callsSoFar -> {
                // however slow the machine is, all threads have called by then, in the mode of this turn
                Awaitility.await().until(() -> hasAll(carriedByTurn.size()));
                calls.add(callsSoFar);
                carriedByTurn.add(Set.copyOf(carried));
                carried.clear();
            });

            assertThat(calls).hasSize(5).isSorted();
            assertThat(calls.get(4)).isGreaterThan(calls.get(0));
            assertThat(carriedByTurn.get(0)).containsExactly("none");
            assertThat(carriedByTurn.get(1)).containsExactly("none");
            assertThat(carriedByTurn.get(3)).isNotEmpty().doesNotContain("none");
            assertThat(carriedByTurn.get(4)).contains("none");
        }
    }

    /** Whether the calls since the last mark fit the kind of this turn. */
    private boolean hasAll(int turn) {
        Set<String> seen = Set.copyOf(carried);
        return switch (turn) {
            // both threads' transactions
            case 2 -> seen.size() - (seen.contains("none") ? 1 : 0) == 2;
            case 4 -> seen.contains("none");
            default -> !seen.isEmpty();
        };
    }

    /** Notes what calls carry. */
    private final class Watched implements Transport {
        private final Transport behind;

        Watched(Transport behind) {
            this.behind = behind;
        }

        @Override
        public String scheme() {
            return behind.scheme();
        }

        @Override
        public Set<Feature> can() {
            return behind.can();
        }

        @Override
        public String address() {
            return behind.address();
        }

        @Override
        public Peer peer(String address) {
            Peer peer = behind.peer(address);
            return new Peer() {
                @Override
                public String address() {
                    return peer.address();
                }

                @Override
                public void call(Call call, Consumer<Result> reply) {
                    carried.add(
                            call.context() == null
                                    ? "none"
                                    : call.context().id().toString());
                    peer.call(call, reply);
                }

                @Override
                public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                    peer.ask(request, timeoutMillis, reply);
                }
            };
        }

        @Override
        public void open(Inbound inbound) {
            behind.open(inbound);
        }

        @Override
        public void tick() {
            behind.tick();
        }

        @Override
        public void close() {
            behind.close();
        }
    }
}
