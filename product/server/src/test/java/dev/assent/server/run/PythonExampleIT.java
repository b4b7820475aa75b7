package dev.assent.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Checkout;
import dev.assent.harness.Sampled;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.fixture.PythonExample;
import dev.assent.remote.node.ServingNode;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.server.Main;
import dev.assent.transport.soap.assembly.SoapProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of the guide, as its reader runs it: a client in Python's standard library alone, {@code assent coordinator
 * --listen soap://...} in a process of its own, and two nodes whose services it calls.
 */
@Sampled(tests = 1)
class PythonExampleIT {
    private final AdjustableClock clock = new AdjustableClock(); // no question of a bank is ever too late
    private final EventList events = new EventList();
    private final RecordingResource north = new RecordingResource("north", events);
    private final RecordingResource south = new RecordingResource("south", events);
    private final List<ConnectedNode> banks = new ArrayList<>();
    private final List<String> accounts = new ArrayList<>();
    private volatile boolean isSouthClosed;

    @TempDir
    private Path folder;

    /** The interface that the example calls. */
    public interface Account {
        /** Adds an amount; the balance. */
        long deposit(long amount) throws Exception;
    }

    @BeforeEach
    void open() {
        assumeTrue(hasPython(), "there is no python3 on this machine");
        bank(north);
        bank(south);
    }

    @AfterEach
    void close() {
        banks.forEach(ConnectedNode::close);
    }

    private static boolean hasPython() {
        try {
            Process asked = new ProcessBuilder("python3", "--version")
                    .redirectErrorStream(true)
                    .start();
            asked.getInputStream().readAllBytes();
            return asked.waitFor() == 0;
        } catch (IOException | InterruptedException none) {
            return false;
        }
    }

    private void bank(RecordingResource resource) {
        ConnectedNode bank =
                ConnectedNode.open(AssentConfig.defaults().with(Setting.LOG, "memory"), RemoteConfig.defaults());
        banks.add(bank);
        bank.assent().register(resource);
        Account account = amount -> {
            bank.assent().transactionManager().getTransaction().enlistResource(resource.connect());
            if (isSouthClosed && resource == south) {
                throw new IllegalStateException("south is closed");
            }
            return 1_000 + amount;
        };
        bank.export("account", Account.class, account, CallTransaction.MANDATORY);
        TransportOwner owner = ServingNode.owner(bank, null);
        Transport transport = new SoapProvider()
                .configure(
                        "soap",
                        "soap://127.0.0.1:0",
                        Map.of(
                                "key-file",
                                folder.resolve(resource.name() + ".key").toString()))
                .make(new TransportOwner(
                        owner.life(), owner.types(), clock, owner.notices(), null, folder, owner.mayCall()));
        bank.add(transport);
        accounts.add(Objects.requireNonNull(transport.address()).replaceFirst("^soap", "http") + "/account");
    }

    private CommandProcess coordinator() throws IOException {
        return CommandProcess.start(
                "coordinator",
                "--listen",
                "soap://127.0.0.1:0",
                "--log",
                folder.resolve("log").toString());
    }

    private static String activation(CommandProcess coordinator) {
        await().until(() -> coordinator.out().size() > 1);
        return coordinator.out().get(1).replaceFirst("^Activation service: ", "");
    }

    private record Run(int status, String output) {}

    private Run run(String activation) throws Exception {
        Path example = PythonExample.patient(Checkout.path(""), folder);
        List<String> command = new ArrayList<>(List.of("python3", "-B", example.toString(), activation));
        command.addAll(accounts);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    @Test
    void aTransactionOfTwoServicesCommits() throws Exception {
        try (CommandProcess coordinator = coordinator()) {
            Run run = run(activation(coordinator));
            assertThat(run.output()).contains("begun urn:assent:transaction:", "balance 1100", "\ncommitted");
            assertThat(run.status()).isZero();
            assertThat(List.of(north.committed(), south.committed())).containsOnly(1L);
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
        }
    }

    @Test
    void whereOneServiceRefusesNothingIsLeft() throws Exception {
        isSouthClosed = true;
        try (CommandProcess coordinator = coordinator()) {
            Run run = run(activation(coordinator));
            assertThat(run.output()).contains("balance 1100", "refused:", "south is closed", "\nrolled back");
            assertThat(run.status()).isEqualTo(2);
            assertThat(List.of(north.committed(), south.committed())).containsOnly(0L);
            await().until(() -> north.rolledBack() >= 1);
            assertThat(coordinator.terminate()).isEqualTo(Main.SUCCESS);
        }
    }
}
