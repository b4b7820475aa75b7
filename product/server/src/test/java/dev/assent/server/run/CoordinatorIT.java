package dev.assent.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.server.Main;
import jakarta.transaction.SystemException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.ORB;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.TransactionFactoryHelper;

/** {@code assent coordinator} in a process of its own: clients begin and end there, and a signal drains it. */
@Fast
class CoordinatorIT {
    /** Of a client whose coordinator still loads its classes. */
    private static final RemoteConfig PATIENT =
            RemoteConfig.defaults().with(RemoteSetting.CALL_TIMEOUT_MILLIS, Waiting.MILLIS_MAX);

    @TempDir
    Path folder;

    private CommandProcess start(String... more) throws Exception {
        return startAt("native://127.0.0.1:0", more);
    }

    private CommandProcess startAt(String listen, String... more) throws Exception {
        String[] arguments = new String[7 + more.length];
        String[] fixed = {
            "coordinator",
            "--listen",
            listen,
            "--log",
            folder.resolve("log").toString(),
            "--set",
            "transaction-timeout-seconds=600"
        };
        System.arraycopy(fixed, 0, arguments, 0, fixed.length);
        System.arraycopy(more, 0, arguments, fixed.length, more.length);
        return CommandProcess.start(arguments);
    }

    private static String address(CommandProcess coordinator) {
        await().until(() -> !coordinator.out().isEmpty());
        String line = coordinator.out().get(0);
        assertThat(line).matches("node \\w{32}, epoch \\d+: no resources, at native://127.0.0.1:\\d+");
        return line.substring(line.indexOf("native://"));
    }

    private static ConnectedClient client(CommandProcess coordinator) {
        ConnectedClient client = ConnectedClient.open(address(coordinator), PATIENT);
        client.add("native:", Map.of());
        return client;
    }

    @Test
    void aTransactionUnderWayMayEndWhileItDrainsAndNoOtherIsBegun() throws Exception {
        try (CommandProcess coordinator = start("--drain-seconds", "60");
                ConnectedClient client = client(coordinator)) {
            client.transactions().begin();
            coordinator.signal();
            await().until(() -> coordinator.out().size() > 1);
            assertThat(coordinator.out().get(1)).isEqualTo("draining: 1 under way, 60 s at most");
            assertRefused(client);
            client.transactions().commit();
            assertThat(coordinator.end()).isEqualTo(Main.SUCCESS);
            assertThat(coordinator.out()).hasSize(3).last().isEqualTo("closed");
        }
    }

    /** It has no resources, and says so: otherwise monitoring could not use its exit status. */
    @Test
    void theListOfAHealthyCoordinatorIsClearAlsoWhileATransactionIsUnderWay() throws Exception {
        try (CommandProcess coordinator = start();
                ConnectedClient client = client(coordinator)) {
            client.transactions().begin();
            try (CommandProcess list = CommandProcess.start(
                    "log", "list", "--log", folder.resolve("log").toString())) {
                assertThat(list.end()).isEqualTo(Main.SUCCESS);
                assertThat(list.out())
                        .contains("nothing is in doubt", "resource  none: this node has none")
                        .last()
                        .isEqualTo("1 under way, not in doubt");
            }
            try (CommandProcess list = CommandProcess.start(
                    "log", "list", "--json", "--log", folder.resolve("log").toString())) {
                assertThat(list.end()).isEqualTo(Main.SUCCESS);
                assertThat(list.out()).contains("  \"clear\": true,");
            }
            client.transactions().rollback();
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
        }
    }

    /** As it begins and decides for others, with a file. */
    @Test
    void aNodeWithoutResourcesRunsOnceAndSaysThatNothingIsInDoubt() throws Exception {
        Path file = Files.writeString(folder.resolve("node.properties"), "log-folder=" + folder.resolve("log"));
        try (CommandProcess once = CommandProcess.start("run", "--config", file.toString(), "--once")) {
            assertThat(once.end()).isEqualTo(Main.SUCCESS);
            assertThat(once.out()).last().isEqualTo("nothing is in doubt");
        }
        try (CommandProcess list = CommandProcess.start("log", "list", "--config", file.toString())) {
            assertThat(list.end()).as("its file says that it has none").isEqualTo(Main.SUCCESS);
        }
        try (CommandProcess list = CommandProcess.start(
                "log", "list", "--log", folder.resolve("log").toString())) {
            assertThat(list.end()).as("nobody knows which it had").isEqualTo(Main.FAILURE);
            assertThat(list.out()).last().asString().contains("is not known: no resource was asked");
        }
    }

    @Test
    void strangersAreToldWhereToBegin() throws Exception {
        try (CommandProcess coordinator = startAt("soap://127.0.0.1:0")) {
            await().until(() -> coordinator.out().size() > 1);
            String address = coordinator.out().get(0).replaceFirst("^.*, at soap:", "");
            assertThat(coordinator.out().get(1)).isEqualTo("Activation service: http:" + address + "/ws-at/activation");
            assertThat(folder.resolve("log").resolve("soap.key")).isRegularFile();
            try (ConnectedClient client = ConnectedClient.open("soap:" + address, PATIENT)) {
                client.add("soap:", Map.of());
                client.transactions().begin();
                client.transactions().commit();
            }
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
        }
    }

    /** It was: host and port of the address were dropped without a word, and the client listened nowhere. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "soap", "iiop"})
    void aClientThatIsGivenAPlaceListensThereAndItsTransactionsEnd(String scheme) throws Exception {
        try (KeptPorts ports = new KeptPorts()) {
            String listen = scheme + "://" + ports.place("coordinator");
            try (CommandProcess coordinator = startAt(listen);
                    ConnectedClient client = ConnectedClient.open(listen, PATIENT)) {
                await().until(() -> !coordinator.out().isEmpty());
                client.add(scheme + "://" + ports.place("client"), Map.of());
                assertThat(client.addresses()).containsExactly(scheme + "://" + ports.place("client"));
                new Socket(KeptPorts.HOST, ports.port("client")).close(); // it accepts connections
                client.transactions().begin();
                client.transactions().commit();
                assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
            }
        }
    }

    @Test
    void aClientThatIsGivenNoPlaceListensNowhere() {
        try (ConnectedClient client = ConnectedClient.open("soap://127.0.0.1:1", RemoteConfig.defaults())) {
            client.add("soap:", Map.of());
            assertThat(client.addresses()).isEmpty();
        }
    }

    /** As any CORBA program does, by an ORB of its own. */
    @Test
    void strangersBeginAtTheTransactionFactory() throws Exception {
        try (KeptPorts ports = new KeptPorts();
                CommandProcess coordinator = startAt("iiop://" + ports.place("coordinator"))) {
            await().until(() -> coordinator.out().size() > 2);
            String entrance = "corbaloc::" + ports.place("coordinator") + "/TransactionFactory";
            assertThat(coordinator.out().get(1)).isEqualTo("TransactionFactory: " + entrance);
            String names = "corbaloc::" + ports.place("coordinator") + "/NameService";
            assertThat(coordinator.out().get(2)).startsWith("NameService: " + names + ", which lists");
            assertThat(folder.resolve("log").resolve("iiop.key")).isRegularFile();
            Properties properties = new Properties();
            properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
            ORB stranger = ORB.init(new String[0], properties);
            Control control = TransactionFactoryHelper.narrow(stranger.string_to_object(entrance))
                    .create(600);
            assertThat(control.get_coordinator().get_status()).isEqualTo(Status.StatusActive);
            control.get_terminator().commit(true);
            assertThat(control.get_coordinator().get_status()).isEqualTo(Status.StatusNoTransaction);
            BindingListHolder exported = new BindingListHolder();
            NamingContextHelper.narrow(stranger.string_to_object(names))
                    .list(10, exported, new BindingIteratorHolder());
            assertThat(exported.value).as("a coordinator exports nothing").isEmpty();
            org.omg.CORBA.Object nobody =
                    stranger.string_to_object("corbaloc::" + ports.place("coordinator") + "/nobody");
            assertThatThrownBy(() -> nobody._is_a("IDL:test/Any:1.0")).isInstanceOf(OBJECT_NOT_EXIST.class);
            stranger.destroy();
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
        }
    }

    private static void assertRefused(ConnectedClient client) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                client.transactions().begin();
            } catch (Exception refused) {
                Thread.currentThread().setName(refused.toString());
            }
        });
        other.start();
        other.join();
        assertThat(other.getName()).contains(SystemException.class.getName(), "ASSENT-8086", "being closed");
    }

    @Test
    void whatDoesNotEndInTimeIsRolledBack() throws Exception {
        try (CommandProcess coordinator = start("--drain-seconds", "0");
                ConnectedClient client = client(coordinator)) {
            client.transactions().begin();
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
            assertThat(coordinator.out())
                    .containsSubsequence(
                            "draining: 1 under way, 0 s at most",
                            "not ended in time, rolled back unless decided: 1",
                            "closed");
        }
    }

    @Test
    void whatIsNotAllowedIsNamed() throws Exception {
        try (CommandProcess coordinator = CommandProcess.start(
                "coordinator", "--listen", "pigeon://a", "--log", folder.toString(), "--set", "dispatch=maybe")) {
            assertThat(coordinator.end()).isEqualTo(Main.MISUSE);
            assertThat(String.join("\n", coordinator.err()))
                    .contains("ASSENT-8002", "assent-transport-pigeon", "ASSENT-1031", "'dispatch'", "'maybe'");
        }
        try (CommandProcess coordinator = start("--set", "resource.a.type=jdbc")) {
            assertThat(coordinator.end()).isEqualTo(Main.MISUSE);
        }
    }
}
