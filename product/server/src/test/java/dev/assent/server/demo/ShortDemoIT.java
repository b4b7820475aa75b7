package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.server.Main;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.Stop;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The shortest demo over each transport: some transfers, and one stop of the tour, another one each time. All but one of
 * these demos use Derby, which starts sooner than PostgreSQL.
 */
@Fast
class ShortDemoIT {
    @TempDir
    private Path temp;

    @ParameterizedTest
    @EnumSource(ProcessWire.class)
    void demo_oneStop_allIsWellAndNothingStaysBehind(ProcessWire wire) throws Exception {
        String database = wire == ProcessWire.NATIVE ? "postgresql" : "derby";
        try (DemoProcess demo = new DemoProcess(
                temp,
                "demo",
                "--transfers",
                "10",
                "--tour",
                "one",
                "--transport",
                wire.toString(),
                "--database",
                database)) {
            demo.ends(Main.SUCCESS);

            assertThat(demo.said()).contains("10 transfers by 4 threads", "All is well.");
            assertThat(demo.lines())
                    .filteredOn(line -> line.endsWith("committed, ok") || line.endsWith("rolled back, ok"))
                    .singleElement()
                    .satisfies(line -> assertThat(Stop.all(wire))
                            .anyMatch(stop ->
                                    line.startsWith("  " + stop.role()) && line.contains("  " + stop.title() + "  ")));
            demo.assertNothingIsLeft();
        }
    }
}
