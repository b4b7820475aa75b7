package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.PythonExample;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.soap.assembly.HttpTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the guide: a client in Python's standard library alone begins, uses and ends a transaction. */
@Fast
class PythonExampleTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final SoapFixture wire = new SoapFixture(clock, SoapConfig.defaults(), TransportFixture.Limits.DEFAULT);
    private final RecordingResource north = new RecordingResource("north", events);
    private final RecordingResource south = new RecordingResource("south", events);
    private final List<ServiceNode> nodes = new ArrayList<>();

    @TempDir
    private Path folder;

    private ServiceNode coordinator;
    private volatile String closed = "";

    /** What the example calls. */
    public interface Account {
        /** Adds an amount; the balance. */
        long deposit(long amount);
    }

    @BeforeEach
    void open() {
        assumeTrue(hasPython(), "there is no python3 on this machine");
        coordinator = node("coordinator");
        bank("north", north);
        bank("south", south);
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

    private ServiceNode node(String name) {
        ServiceNode made = new ServiceNode(name, wire, events, clock);
        nodes.add(made);
        return made;
    }

    private void bank(String name, RecordingResource resource) {
        ServiceNode bank = node(name);
        bank.node().register(resource);
        AtomicLong balance = new AtomicLong(1_000);
        Account account = amount -> {
            bank.work(resource);
            if (name.equals(closed)) {
                throw new IllegalStateException(name + " is closed");
            }
            return balance.addAndGet(amount);
        };
        bank.services().export("account", Account.class, account, CallTransaction.MANDATORY);
    }

    @AfterEach
    void close() {
        nodes.forEach(ServiceNode::close);
        wire.close();
    }

    private record Run(int status, String output) {}

    private Run run() throws Exception {
        Path example = PythonExample.patient(Checkout.path(""), folder);
        List<String> command = new ArrayList<>(
                List.of("python3", "-B", example.toString(), ((HttpTransport) coordinator.transport()).activation()));
        nodes.stream()
                .skip(1)
                .map(each -> each.address("account").replaceFirst("^soap", "http"))
                .forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    @Test
    void aTransactionOfTwoServicesCommits() throws Exception {
        Run run = run();
        assertThat(run.output()).contains("begun urn:assent:transaction:", "balance 1100", "\ncommitted");
        assertThat(run.status()).isZero();
        assertThat(List.of(north.committed(), south.committed())).containsOnly(1L);
        Awaitility.await()
                .until(() -> nodes.stream()
                        .allMatch(each -> each.node().coordinator().isIdle()));
    }

    @Test
    void whereOneServiceRefusesNothingIsLeft() throws Exception {
        closed = "south";
        Run run = run();
        assertThat(run.output()).contains("balance 1100", "refused:", "south is closed", "\nrolled back");
        assertThat(run.status()).isEqualTo(2);
        assertThat(List.of(north.committed(), south.committed())).containsOnly(0L);
    }
}
