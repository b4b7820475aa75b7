package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.assembly.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A whole node as coordinator of somebody who shares no code with it, for tests of what they have to say to each other. */
abstract class StrangersPart {
    static final Map<String, String> COMMITS =
            Map.of("Prepare", "Prepared", "Commit", "Committed", "Rollback", "Aborted");
    static final Map<String, String> READS = Map.of("Prepare", "ReadOnly");
    static final Map<String, String> REFUSES = Map.of("Prepare", "Aborted", "Rollback", "Aborted");
    static final Map<String, String> SILENT = Map.of();

    private final AdjustableClock clock = new AdjustableClock();
    private final SimulatedDisk disk = new SimulatedDisk();
    SoapConfig config = SoapConfig.defaults()
            .with(SoapSetting.LISTEN, "127.0.0.1:0")
            .with(SoapSetting.REQUEST_MILLIS_MAX, 20_000)
            .with(SoapSetting.DRAIN_MILLIS_MAX, 0);

    /** Which addresses in messages are called (law 22). */
    volatile Predicate<String> mayCall = address -> address.startsWith("soap://127.0.0.1:");

    @TempDir
    private Path folder;

    Stranger stranger;
    HttpTransport transport;

    /** What the transport tells operators. */
    final RecordingNotices notices = new RecordingNotices();

    ServiceNode node;
    private SimulatedStorage storage;

    /** Where it was reached last. */
    private String place = "";

    /** How the stranger writes what it says. */
    UnaryOperator<String> dialect() {
        return UnaryOperator.identity();
    }

    @BeforeEach
    void open() throws IOException {
        stranger = new Stranger(dialect());
        start();
    }

    final void start() {
        storage = disk.mount(new SplittableRandom(1));
        FileDecisionLog log =
                FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN * 4), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(new EventList()).clock(clock).log(log);
        node = new ServiceNode("a", new Fixture(), builder, ServiceLimits.DEFAULT);
    }

    /** Its power is lost, and comes back; it is reached where it was. */
    final void crash() {
        crash(UnaryOperator.identity());
    }

    /** The same, and it comes back otherwise. */
    final void crash(UnaryOperator<SoapConfig> change) {
        storage.crash();
        if (transport.address() != null) {
            place = "127.0.0.1:" + URI.create(transport.activation()).getPort();
        }
        config = change.apply(config.with(SoapSetting.LISTEN, place));
        transport.close();
        start();
    }

    @AfterEach
    void close() {
        node.close();
        stranger.close();
    }

    /** The wire of one node. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            transport = SoapFixture.made(
                    config.with(SoapSetting.KEY_FILE, folder.resolve("key")),
                    new TransportOwner(life, types, clock, notices, null, null, address -> mayCall.test(address)));
            return transport;
        }

        @Override
        public String address(String name) {
            return String.valueOf(transport.address());
        }

        @Override
        public void tick() {
            transport.tick();
        }
    }

    final void pass(Duration time) {
        clock.advance(time);
        node.tick();
        node.node().coordinator().tick();
    }

    final Reference begin() throws Exception {
        Reference registration = stranger.begin(transport.activation());
        stranger.join(registration, "Completion", "init", SILENT);
        return registration;
    }

    final void commit() {
        assertThat(stranger.say("init", "Commit").status()).isEqualTo(202);
    }

    List<String> heardBy(String name) {
        return stranger.heard().stream()
                .filter(each -> each.startsWith(name + ":"))
                .toList();
    }

    final void assertIdle() {
        Awaitility.await().until(() -> node.node().coordinator().isIdle());
    }
}
