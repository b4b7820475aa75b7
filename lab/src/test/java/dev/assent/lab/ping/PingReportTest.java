package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The tables of what pings cost, and the command that makes them. */
@Fast
class PingReportTest {
    private static final Machine MACHINE = new Machine("a processor", 2, "a system", "a JVM", "abc");

    private static PingCost.Row row(int threads, Peer peer, long... micros) {
        List<Sample> samples = Arrays.stream(micros)
                .mapToObj(each -> new Sample(
                        new Slice(1_000L * threads, 1_000_000 * each, 1_000 * each, 3_000 * each),
                        400.0 * each,
                        500.0 * each))
                .toList();
        return new PingCost.Row(new PingCost.Key(Placement.ONE_CPU, threads, peer), samples);
    }

    private static String report(PingCost.Row... rows) {
        return report(cost(rows));
    }

    private static PingCost cost(PingCost.Row... rows) {
        return new PingCost(List.of(rows), List.of());
    }

    private static String report(PingCost cost) {
        return new PingReport(cost).toMarkdown(MACHINE, 3, 100);
    }

    @Test
    void oneThreadIsHeldAgainstTheEchoWithinARound() {
        String report = report(row(1, Peer.ECHO, 10, 20, 100), row(1, Peer.RMI, 20, 30, 120));

        assertThat(report)
                .contains("## Both processes on one CPU, 1 thread")
                .contains("time, of the echo's |")
                .contains(
                        "| raw TCP echo, blocking | 1 | 50,000 | 20.0 | 10.0 to 100.0 | 60.0 | 8.0 | 10.0 | 18.0 | 1.00 |")
                .contains("| Java RMI | 1 | 33,333 | 30.0 | 20.0 to 120.0 | 90.0 | 12.0 | 15.0 | 27.0 | 1.50 |")
                .contains("a processor, 2 cores; a system; a JVM; commit `abc`");
    }

    @Test
    void manyThreadsAreHeldAgainstTheMultiplexerWithinARound() {
        String report = report(row(16, Peer.MULTIPLEXER, 10, 20, 100), row(16, Peer.GRPC, 20, 25, 400));

        assertThat(report)
                .contains("## Both processes on one CPU, 16 threads")
                .contains("calls/s, of the multiplexer's |")
                .contains("| bare multiplexer | 1 | 800,000 |")
                .containsPattern("gRPC \\| 1 \\| 640,000 .* \\| 0.50 \\|");
    }

    @Test
    void whereEachCallInFlightTakesAConnectionTheTableSaysSo() {
        assertThat(report(row(16, Peer.MULTIPLEXER, 10), row(16, Peer.THRIFT, 10)))
                .contains("| bare multiplexer | 1 |", "| Apache Thrift | 16 |");
    }

    /**
     * Turns of 16 us without a transaction and so much more with one, on a machine that becomes slower all the time.
     */
    private static PingCost context(double... moreMicros) {
        List<Double> turns = new ArrayList<>();
        for (double more : moreMicros) {
            for (int turn = 0; turn < ContextCost.TURNS; turn++) {
                turns.add(15_850 + 100 * turn + (ContextCost.isInTransaction(turn) ? 1_000 * more : 0));
            }
        }
        ContextCost cost =
                new ContextCost(new PingCost.Key(Placement.ONE_CPU, 1, Peer.CONTEXT), ContextCost.fours(turns));
        return new PingCost(List.of(row(1, Peer.ECHO, 10), row(1, Peer.NATIVE, 10)), List.of(cost));
    }

    @Test
    void aContextCostsWhatItCostsInTheMiddle() {
        String report = report(context(0.9, 0.1, 0.4, 0.3, 0.5, 0.2));

        assertThat(report)
                .contains("| Both processes on one CPU | 1 | 16.00 | 16.35 | +0.35 | +0.10 to +0.90 |")
                .contains("0.36 ms more")
                .contains("may cost a call 1.0 us of CPU time, at the upper end of what is likely: that holds.");
    }

    @Test
    void aContextWhoseCostIsTooHighOrNotKnownWellEnoughDoesNotHold() {
        assertThat(context(0.9, 0.1, 0.4, 0.3, 0.5, 1.1).holdsForContext()).isFalse();
        PingCost unknown = context(0.1, 0.1, 0.1, 0.1, 0.1);
        assertThat(unknown.holdsForContext()).isFalse();
        assertThat(report(unknown)).contains("| +0.10 | needs 6 values |").contains("that DOES NOT HOLD.");
    }

    @Test
    void whatGoesInHttpOrByTlsIsHeldAgainstPlainWithinARound() {
        String report =
                report(row(1, Peer.ECHO, 10, 10, 10), row(1, Peer.NATIVE, 10, 20, 40), row(1, Peer.TLS, 20, 30, 50));

        assertThat(report)
                .contains("| Assent native with TLS | Both processes on one CPU | 1 | 0.67 | 1.50 | +9.00 |")
                .doesNotContain("| Assent native in HTTP |");
    }

    @Test
    void whatIsPromisedOfAssentIsAboutTheEchoOnOneCpuAndTheMultiplexerAnywhere() {
        assertThat(cost(row(1, Peer.ECHO, 10), row(1, Peer.NATIVE, 15)).holds()).isTrue();
        assertThat(cost(row(1, Peer.ECHO, 10), row(1, Peer.NATIVE, 16)).holds()).isFalse();
        assertThat(cost(row(16, Peer.MULTIPLEXER, 8), row(16, Peer.NATIVE, 10)).holds())
                .isTrue();
        assertThat(cost(row(16, Peer.MULTIPLEXER, 7), row(16, Peer.NATIVE, 10)).holds())
                .isFalse();
        assertThat(report(row(16, Peer.MULTIPLEXER, 7), row(16, Peer.NATIVE, 10)))
                .contains("there must be 0.8 of the multiplexer's calls: that DOES NOT HOLD.");
    }

    @Test
    void anOptionThatIsNotAllowedIsRefusedBeforeAnythingIsMeasured() {
        for (String[] refused : new String[][] {{"--rounds", "201"}, {"--millis", "0"}, {"--peers", "pigeon"}}) {
            assertThat(new CommandLine(new PingCommand()).execute(refused)).isEqualTo(2);
        }
    }
}
