package dev.assent.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.FreePort;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.remote.CallTransaction;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One transaction through four nodes, over three wires in every order: the call of each hop comes by another wire. */
@Sampled
class MixedWiresIT {
    private static final List<String> WIRES = List.of("native", "iiop", "soap");
    private static final int NODES = 4;

    @TempDir
    private Path folder;

    private final EventList events = new EventList();
    private final List<Node> nodes = new ArrayList<>();
    private final List<RecordingResource> resources = new ArrayList<>();

    /** Does work, and calls the next one. */
    public interface Relay {
        /** The transaction that the last one was part of; {@code addresses} are those of the next ones, with blanks between. */
        String pass(String addresses) throws Exception;
    }

    @BeforeEach
    void open() throws IOException {
        for (int i = 0; i < NODES; i++) {
            Map<String, String> keys = new LinkedHashMap<>(Map.of("log", "memory"));
            keys.put("transaction-timeout-seconds", "600"); // the first one loads classes
            keys.put("call-timeout-millis", "600000");
            for (String wire : WIRES) {
                int port =
                        wire.equals("iiop") ? FreePort.find() : 0; // references in logs have it, so it is never chosen
                keys.put("transport." + wire + ".listen", wire + "://127.0.0.1:" + port);
            }
            for (String wire : List.of("iiop", "soap")) {
                keys.put(
                        "transport." + wire + ".key-file",
                        folder.resolve(wire + i + ".key").toString());
            }
            Node node = Node.open(NodeConfig.of(keys));
            RecordingResource resource = new RecordingResource("r" + i, events);
            node.assent().register(resource);
            node.export("relay", Relay.class, new Bean(node, resource), CallTransaction.MANDATORY);
            nodes.add(node);
            resources.add(resource);
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(Node::close);
    }

    private record Bean(Node node, RecordingResource resource) implements Relay {
        @Override
        public String pass(String addresses) throws Exception {
            TransactionManager manager = node.assent().transactionManager();
            manager.getTransaction().enlistResource(resource.connect());
            if (addresses.isEmpty()) {
                return manager.getTransaction().toString();
            }
            String[] parts = addresses.split(" ", 2);
            return node.connect(parts[0], Relay.class).pass(parts.length == 1 ? "" : parts[1]);
        }
    }

    static List<List<String>> orders() {
        List<List<String>> all = WIRES.stream()
                .flatMap(first ->
                        WIRES.stream().flatMap(second -> WIRES.stream().map(third -> List.of(first, second, third))))
                .toList();
        return Sample.of("orders of wires", 9, all);
    }

    private String addresses(List<String> order) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            String scheme = order.get(i) + "://";
            String address = nodes.get(i + 1).addresses().stream()
                    .filter(each -> each.startsWith(scheme))
                    .findFirst()
                    .orElseThrow();
            all.add(address + "/relay");
        }
        return String.join(" ", all);
    }

    private void work(List<String> order) throws Exception {
        nodes.get(0).assent().transactionManager().begin();
        new Bean(nodes.get(0), resources.get(0)).pass(addresses(order));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void allCommit(List<String> order) throws Exception {
        work(order);
        nodes.get(0).assent().transactionManager().commit();
        Awaitility.await()
                .untilAsserted(() -> assertThat(resources)
                        .extracting(RecordingResource::committed)
                        .containsOnly(1L));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void allRollBack(List<String> order) throws Exception {
        work(order);
        nodes.get(0).assent().transactionManager().rollback();
        Awaitility.await()
                .untilAsserted(() -> assertThat(resources)
                        .extracting(RecordingResource::rolledBack)
                        .containsOnly(1L));
        assertThat(resources).extracting(RecordingResource::committed).containsOnly(0L);
    }
}
