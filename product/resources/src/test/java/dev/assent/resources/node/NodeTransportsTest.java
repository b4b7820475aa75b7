package dev.assent.resources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.transaction.Terms;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transports in a node's configuration, by file and by code: they join when the node is opened. */
@Fast
class NodeTransportsTest {
    @TempDir
    Path folder;

    private NodeConfig read(String... lines) throws IOException {
        return NodeConfig.read(
                Files.writeString(folder.resolve("node.properties"), "log=memory\n" + String.join("\n", lines)));
    }

    @Test
    void nodesWithTransportsInTheirFilesCallEachOther() throws IOException {
        try (Node north = Node.open(
                        read("transport.inside.listen=in-process://n.north", "transport.inside.colour=blue"));
                Node south = Node.open(read("transport.inside.listen = in-process://n.south"))) {
            north.export("name", Supplier.class, () -> "north", CallTransaction.SUPPORTS);
            assertThat(south.connect("in-process://n.north/name", Supplier.class)
                            .get())
                    .isEqualTo("north");
            assertThat(north.addresses()).containsExactly("in-process://n.north");
            assertThat(south).asString().endsWith(", at in-process://n.south");
        }
    }

    @Test
    void aClientCallsANodeAndHasItsTransactionsEndedThere() throws Exception {
        try (Node node = Node.open(read("transport.inside.listen=in-process://n.node"));
                ConnectedClient client = ConnectedClient.open("in-process://n.node", RemoteConfig.defaults())) {
            client.add("in-process:", Map.of("colour", "blue"));
            TransactionManager manager = node.transactionManager();
            Callable<Integer> look = manager::getStatus;
            node.export("look", Callable.class, look, CallTransaction.SUPPORTS);
            Callable<?> there = client.connect("in-process://n.node/look", Callable.class);
            client.transactions().begin();
            assertThat(there.call()).isEqualTo(Status.STATUS_ACTIVE);
            client.transactions().commit();
            assertThat(there.call()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        }
    }

    @Test
    void aClientOfAnUnknownWireNamesTheArtifactToAdd() {
        try (ConnectedClient client = ConnectedClient.open("pigeon://b", RemoteConfig.defaults())) {
            assertThatThrownBy(() -> client.add("pigeon:", Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8002", "assent-transport-pigeon");
            assertThatThrownBy(() -> client.add("in-process:", Map.of("colour", "green")))
                    .hasMessageContainingAll("'transport.client.colour'", "'green'");
        }
    }

    @Test
    void aNodeThatDrainsLetsTransactionsUnderWayEndAndBeginsNoOther() throws Exception {
        try (Node node = Node.open(read(""))) {
            node.transactionManager().begin();
            assertThat(node.assent().drain(Duration.ZERO)).isFalse();
            assertThatThrownBy(() -> Internals.coordinator(node.assent()).begin(Terms.DEFAULT))
                    .hasMessageContaining("ASSENT-1004")
                    .hasMessageContaining("being closed");
            node.transactionManager().commit();
            assertThat(node.assent().drain(Duration.ZERO)).isTrue();
        }
    }

    @Test
    void aTransportThatCannotListenKeepsItsNodeFromOpeningAndNothingIsLeftOpen() throws IOException {
        NodeConfig config = read("transport.a.listen=in-process://n.taken");
        try (Node first = Node.open(config)) {
            assertThatThrownBy(() -> Node.open(config)).hasMessageContaining("n.taken");
            assertThat(first.addresses()).hasSize(1);
        }
        Node.open(config).close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transport.a.colour=red             | ASSENT-5191 | 'a'                   | transport.a.listen",
                "transport.a.listen=pigeon://b      | ASSENT-8002 | 'pigeon://b'          | assent-transport-pigeon",
                "transport.a.listen=in-process+x://b| ASSENT-1031 | 'in-process+x://b'    | in-process://NAME",
                "transport.a.listen=7400            | ASSENT-8003 | '7400'                | in-process",
                "transport.a/b.listen=in-process://a| ASSENT-5172 | 'transport.a/b.listen'| transport.NAME.listen"
            })
    void aMistakeInAFileIsNamedWithKeyAndValueAndWhatIsAllowed(String line, String id, String value, String allowed) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5170", id, value, allowed);
    }

    @Test
    void aSettingOfTheWireIsCheckedByIt() {
        assertThatThrownBy(() -> read("transport.a.listen=in-process://a", "transport.a.colour=green"))
                .hasMessageContainingAll("ASSENT-1031", "'transport.a.colour'", "'green'", "red, blue");
    }

    @Test
    void whatAPlaceholderOfATransportStandsForIsNotTold() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2");
        assertThatThrownBy(() -> read("transport.a.listen=in-process://a", "transport.a.colour=${file:" + secret + "}"))
                .hasMessageContaining("${file:")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void noPartOfASecretIsToldWhenThePlaceIsRefused() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "in-process+hunter2://b");
        assertThatThrownBy(() -> read("transport.a.listen=${file:" + secret + "}"))
                .hasMessageContaining("${file:")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void thereIsOneTransportOfAScheme() {
        NodeConfig one =
                NodeConfig.defaults().with(Setting.LOG, "memory").withTransport("a", "in-process://n.one", Map.of());
        assertThatThrownBy(() -> one.withTransport("b", "in-process://n.two", Map.of()))
                .hasMessageContainingAll("ASSENT-8001", "'in-process'");
        assertThatThrownBy(() -> one.withTransport("a", "in-process://n.two", Map.of()))
                .hasMessageContainingAll("ASSENT-5190", "'a'");
        assertThatThrownBy(() -> one.withTransport("a.b", "in-process://n.two", Map.of()))
                .hasMessageContainingAll("ASSENT-5190", "'a.b'");
    }
}
