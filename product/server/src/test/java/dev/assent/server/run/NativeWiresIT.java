package dev.assent.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node's file may have both native transports, one of each. */
@Fast
class NativeWiresIT {
    private static final String PLAIN = "transport.inside.listen = native://127.0.0.1:0\n";

    @TempDir
    Path folder;

    private NodeConfig read(String lines) throws IOException {
        return NodeConfig.read(Files.writeString(folder.resolve("node.properties"), "log = memory\n" + lines));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transport.outside.listen = native+http://127.0.0.1:0",
                "transport.outside.listen = native://127.0.0.1:0\ntransport.outside.tunnel = http"
            })
    void aNodeIsCalledByBothAtOnce(String tunnelled) throws IOException {
        try (Node node = Node.open(read(PLAIN + tunnelled))) {
            node.export("seven", IntSupplier.class, () -> 7, CallTransaction.SUPPORTS);
            assertThat(node.addresses()).hasSize(2);
            assertThat(node.addresses().get(0)).startsWith("native://127.0.0.1:");
            assertThat(node.addresses().get(1)).startsWith("native+http://127.0.0.1:");
            for (String address : node.addresses()) {
                try (ConnectedClient client = ConnectedClient.open(address, RemoteConfig.defaults())) {
                    client.add(address.substring(0, address.indexOf(':') + 1), Map.of());
                    assertThat(client.connect(address + "/seven", IntSupplier.class)
                                    .getAsInt())
                            .isEqualTo(7);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transport.a.listen = native+http:\ntransport.b.listen = native+http:",
                "transport.a.listen = native+http:\ntransport.b.listen = native:\ntransport.b.tunnel = http"
            })
    void thereIsOneOfEach(String lines) {
        assertThatThrownBy(() -> read(lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-8001", "'native+http'");
    }

    @Test
    void whatKeepsATransportFromBeingMadeKeepsItsNodeFromOpening() throws IOException {
        NodeConfig unread = read(PLAIN + "transport.inside.key-store = " + folder.resolve("none.p12")
                + "\ntransport.inside.trust-store = any");
        assertThatThrownBy(() -> Node.open(unread))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8116", "none.p12", "'transport.inside.key-store'");
        assertThatThrownBy(() -> read(PLAIN + "transport.inside.key-store = any"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'transport.inside.trust-store'");
    }
}
