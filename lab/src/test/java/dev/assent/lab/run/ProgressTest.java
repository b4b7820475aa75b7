package dev.assent.lab.run;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.result.Measure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report of a run's progress. */
@Fast
class ProgressTest {
    private static final Measure.Key KEY =
            new Measure.Key("commit", "native+http", "postgresql", "no transactions", "transfer", 64, "");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private long nanos;

    private Progress on(int columns) {
        return new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), new Terminal(columns), () -> nanos);
    }

    private List<String> lines(String between) {
        return Arrays.stream(said.toString(StandardCharsets.UTF_8).split(between))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private void runTwoOf(Progress progress) {
        progress.begin(2);
        progress.at(KEY);
        nanos += SECONDS.toNanos(25);
        progress.within(0.5);
        nanos += SECONDS.toNanos(45);
        progress.done();
        progress.at(KEY);
        progress.done();
    }

    @Test
    void onATerminalOneLineIsWrittenOverAlsoWhileSomethingIsMeasured() {
        runTwoOf(on(200));

        assertThat(lines("\r\033\\[K")).hasSize(4).satisfies(all -> {
            assertThat(all.get(0)).startsWith("[........................] 0 of 2, ? left; commit native+http");
            assertThat(all.get(1)).startsWith("[######..................] 0 of 2, 1:15 left");
            assertThat(all.get(2)).startsWith("[############............] 1 of 2, 1:10 left");
            assertThat(all.get(3)).startsWith("[########################] 2 of 2, 0:00 left; done");
        });
    }

    @Test
    void onATerminalNoLineIsLongerThanItIsWide() {
        runTwoOf(on(40));

        assertThat(lines("\r\033\\[K|\n")).allSatisfy(line -> assertThat(line).hasSizeLessThan(40));
    }

    @Test
    void elsewhereEachSubjectHasALineAndItsPartsHaveNone() {
        runTwoOf(on(0));

        assertThat(lines("\n")).hasSize(3).allSatisfy(line -> assertThat(line).doesNotContain("\r"));
        assertThat(lines("\n").get(0)).contains("0 of 2").endsWith("64 clients");
    }

    @Test
    void whatIsGivenUpIsNotWaitedFor() {
        Progress progress = on(0);
        progress.begin(3);
        progress.at(KEY);
        progress.skip(3);

        assertThat(lines("\n").get(1)).contains("3 of 3").endsWith("done");
    }
}
