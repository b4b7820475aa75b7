package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.Machine;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The tables of what pings cost, and the command that makes them. */
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
        return new PingReport(new PingCost(List.of(rows))).toMarkdown(MACHINE, 3, 100);
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

    @Test
    void anOptionThatIsNotAllowedIsRefusedBeforeAnythingIsMeasured() {
        for (String[] refused : new String[][] {{"--rounds", "201"}, {"--millis", "0"}, {"--peers", "pigeon"}}) {
            assertThat(new CommandLine(new PingCommand()).execute(refused)).isEqualTo(2);
        }
    }
}
