package dev.assent.transport.nativewire;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.cost.CostTable;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Request;
import dev.assent.remote.transport.WireObserver.Way;
import dev.assent.transport.nativewire.WireWorld.Member;
import dev.assent.transport.nativewire.WireWorld.Passed;
import dev.assent.transport.nativewire.wire.FrameKind;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cost of transfers between nodes with logs in files, over each kind of the native wire: every line of
 * docs/reference/costs.md about several nodes that needs no message to be lost.
 */
@Fast
class WireCostTest {
    private static final String HEADING = "| transfer | calls | requests |";

    /** For these a message is lost, which the test of the table does on a wire that can be broken. */
    private static final List<String> WITH_FAULTS = List.of(
            "commit whose first decision is lost, and its recovery",
            "commit with a server that restarts after its vote and asks");

    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    @TempDir
    static Path folder;

    /**
     * One line of the table.
     *
     * @param requests how many of each kind it needs
     */
    private record Scenario(Map<String, Long> requests, Run run) {}

    /** The work of its client. */
    private interface Run {
        void run(Transfer transfer) throws Exception;
    }

    /** A client and two servers. */
    private record Transfer(Member client, Member b, Member c) {
        static Transfer in(WireWorld world) throws Exception {
            return new Transfer(world.member("client"), world.member("b"), world.member("c"));
        }

        void begin() throws Exception {
            client.service.manager().begin();
        }

        void beginWithWork() throws Exception {
            begin();
            client.work();
        }

        void call(Member... servers) {
            Arrays.stream(servers).forEach(each -> client.desk(each).work());
        }

        void commit() throws Exception {
            client.service.manager().commit();
        }

        void refused(Member by) throws Exception {
            by.resource.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
            beginWithWork();
            call(b, c);
            assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
        }
    }

    private static void line(String name, Map<String, Long> requests, Run run) {
        SCENARIOS.put(name, new Scenario(requests, run));
    }

    static {
        line("commit at the client and two servers", Map.of("PREPARE", 2L, "COMMIT", 2L), transfer -> {
            transfer.beginWithWork();
            transfer.call(transfer.b, transfer.c);
            transfer.commit();
        });
        line("commit at two servers, the client without a resource", Map.of("PREPARE", 2L, "COMMIT", 2L), transfer -> {
            transfer.begin();
            transfer.call(transfer.b, transfer.c);
            transfer.commit();
        });
        line("commit at the client and one server", Map.of("PREPARE", 1L, "COMMIT", 1L), transfer -> {
            transfer.beginWithWork();
            transfer.call(transfer.b);
            transfer.commit();
        });
        line("commit at one server, the client without a resource", Map.of("COMMIT_ONE_PHASE", 1L), transfer -> {
            transfer.begin();
            transfer.call(transfer.b);
            transfer.commit();
        });
        line(
                "commit at one server with two resources, the client without one",
                Map.of("COMMIT_ONE_PHASE", 1L),
                transfer -> {
                    transfer.b.alsoWorksOn("second");
                    transfer.begin();
                    transfer.call(transfer.b);
                    transfer.commit();
                });
        line(
                "commit at the client and two servers, each called three times",
                Map.of("PREPARE", 2L, "COMMIT", 2L),
                transfer -> {
                    transfer.beginWithWork();
                    transfer.call(transfer.b, transfer.c, transfer.b, transfer.c, transfer.b, transfer.c);
                    transfer.commit();
                });
        line(
                "commit at the client and two servers, one of them read-only",
                Map.of("PREPARE", 2L, "COMMIT", 1L),
                transfer -> {
                    transfer.b.resource.votes(XAResource.XA_RDONLY);
                    transfer.beginWithWork();
                    transfer.call(transfer.b, transfer.c);
                    transfer.commit();
                });
        line("commit at the client and two servers, both read-only", Map.of("PREPARE", 2L), transfer -> {
            for (Member each : List.of(transfer.client, transfer.b, transfer.c)) {
                each.resource.votes(XAResource.XA_RDONLY);
            }
            transfer.beginWithWork();
            transfer.call(transfer.b, transfer.c);
            transfer.commit();
        });
        line(
                "commit at the client and two servers with synchronizations",
                Map.of("BEFORE_COMPLETION", 2L, "PREPARE", 2L, "COMMIT", 2L),
                transfer -> {
                    transfer.beginWithWork();
                    transfer.client.desk(transfer.b).workAndSynchronize();
                    transfer.client.desk(transfer.c).workAndSynchronize();
                    transfer.commit();
                });
        line(
                "commit along a chain, the client calls b and b calls c",
                Map.of("PREPARE", 2L, "COMMIT", 2L),
                transfer -> {
                    transfer.beginWithWork();
                    transfer.client.desk(transfer.b).workAndPassOn(transfer.c.address());
                    transfer.commit();
                });
        line(
                "commit that the first server refuses",
                Map.of("PREPARE", 2L, "ROLLBACK", 1L),
                transfer -> transfer.refused(transfer.b));
        line(
                "commit that the second server refuses",
                Map.of("PREPARE", 2L, "ROLLBACK", 1L),
                transfer -> transfer.refused(transfer.c));
        line("rollback at the client and two servers", Map.of("ROLLBACK", 2L), transfer -> {
            transfer.beginWithWork();
            transfer.call(transfer.b, transfer.c);
            transfer.client.service.manager().rollback();
        });
    }

    static Stream<Arguments> lines() throws IOException {
        List<String> all = CostTable.lines(HEADING)
                .filter(line -> !WITH_FAULTS.contains(CostTable.name(line)))
                .toList();
        return Arrays.stream(WireKind.values()).flatMap(kind -> all.stream().map(line -> Arguments.of(kind, line)));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aTransferCostsOnTheWireWhatItsLineSays(WireKind kind, String line) throws Exception {
        Scenario scenario = Objects.requireNonNull(SCENARIOS.get(CostTable.name(line)), line);
        try (WireWorld world = new WireWorld(kind, folder)) {
            Transfer transfer = Transfer.in(world);
            scenario.run.run(transfer);
            List<Long> forces = Stream.of(transfer.client, transfer.b, transfer.c)
                    .map(Member::forces)
                    .toList();
            world.close();
            List<Passed> sent = world.passed(Way.OUT);
            long calls = sent.stream().filter(Passed::isCall).count();
            Map<String, Long> requests = sent.stream()
                    .filter(each -> each.message() instanceof Request)
                    .collect(groupingBy(Passed::kind, TreeMap::new, counting()));
            assertThat(requests).isEqualTo(scenario.requests);
            assertThat(Stream.concat(
                            Stream.of(
                                    calls,
                                    requests.values().stream()
                                            .mapToLong(each -> each)
                                            .sum(),
                                    (long) sent.size()),
                            forces.stream()))
                    .as("%s", sent)
                    .containsExactly(
                            Arrays.stream(CostTable.numbers(line)).boxed().toArray(Long[]::new));
            assertThat(named(world.passed(Way.IN))).containsExactlyInAnyOrderElementsOf(named(sent));
        }
    }

    private static List<String> named(List<Passed> some) {
        return some.stream()
                .map(each -> each.kind() + " of " + each.bytes() + " bytes")
                .toList();
    }

    @Test
    void everyLineOfTheTableIsRunHereOrWithItsFault() throws IOException {
        assertThat(CostTable.lines(HEADING).map(CostTable::name))
                .containsExactlyElementsOf(Stream.concat(SCENARIOS.keySet().stream(), WITH_FAULTS.stream())
                        .toList());
    }

    /** Not what the transports say, but what is on the sockets. */
    @Test
    void theBytesOfATransferAreThoseFramesAndNothingElse() throws Exception {
        try (WireWorld world = new WireWorld(WireKind.NATIVE, folder)) {
            Transfer transfer = Transfer.in(world);
            transfer.beginWithWork();
            transfer.call(transfer.b, transfer.c);
            transfer.commit();
            for (Member each : List.of(transfer.b, transfer.c)) {
                assertThat(each.tap().connections()).isOne();
                assertThat(each.tap().askedFrames())
                        .extracting(WireTap::kind)
                        .containsExactly(FrameKind.HELLO, FrameKind.CALL, FrameKind.ASK, FrameKind.ASK);
                assertThat(each.tap().answeredFrames())
                        .extracting(WireTap::kind)
                        .containsExactly(FrameKind.HELLO, FrameKind.RESULT, FrameKind.ANSWER, FrameKind.ANSWER);
                assertThat(each.resource.committed()).isOne();
            }
            assertThat(transfer.client.tap().connections()).isZero();
        }
    }
}
