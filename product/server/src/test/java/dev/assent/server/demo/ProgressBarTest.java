package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@Fast
class ProgressBarTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Test
    void theBarGrowsByEighthsOfAColumn() {
        ProgressBar bar = new ProgressBar(terminal(true, true), "transfers", 320);
        assertThat(bar.render(0, 0))
                .startsWith("  [" + " ".repeat(40) + "]")
                .endsWith("  0 %  0 of 320 transfers, 0/s");
        assertThat(bar.render(161, 2))
                .startsWith("  [" + "\u2588".repeat(20) + "\u258f" + " ".repeat(19) + "]")
                .endsWith(" 50 %  161 of 320 transfers, 81/s");
        assertThat(bar.render(320, 2)).contains("[" + "\u2588".repeat(40) + "]").contains("100 %");
    }

    @Test
    void withoutUnicodeTheBarIsOfPlainCharacters() {
        ProgressBar bar = new ProgressBar(terminal(true, false), "transfers", 100);
        assertThat(bar.render(50, 1)).startsWith("  [" + "#".repeat(20) + " ".repeat(20) + "]");
    }

    @Test
    void onATerminalOneLineIsOverwritten() {
        ProgressBar bar = new ProgressBar(terminal(true, true), "transfers", 10);
        bar.show(1, 1);
        bar.show(2, 1);
        bar.clear();
        assertThat(text()).doesNotContain("\n").endsWith("\r\033[K");
    }

    @Test
    void inAFileThereIsALineForEveryQuarterAndNoneTwice() {
        ProgressBar bar = new ProgressBar(terminal(false, false), "transfers", 1_000);
        for (int done : new int[] {0, 249, 250, 260, 510, 740, 1_000, 1_000}) {
            bar.show(done, 1);
        }
        bar.clear();
        assertThat(text().lines())
                .containsExactly(
                        "   25 %  250 of 1,000 transfers, 250/s",
                        "   51 %  510 of 1,000 transfers, 510/s", "  100 %  1,000 of 1,000 transfers, 1,000/s");
    }

    @Test
    void aMutedTerminalWritesNothing() {
        Terminal terminal = terminal(true, true);
        terminal.mute();
        terminal.line("lost");
        new ProgressBar(terminal, "transfers", 10).show(1, 1);
        assertThat(text()).isEmpty();
    }

    @Test
    void coloursAreLeftOutWhereNobodySeesThem() {
        assertThat(terminal(false, true).good("ok")).isEqualTo("ok");
        assertThat(new Terminal(System.out, true, true, true).good("ok")).isEqualTo("\033[32mok\033[0m");
    }

    private Terminal terminal(boolean interactive, boolean unicode) {
        return new Terminal(new PrintStream(written, true, StandardCharsets.UTF_8), interactive, false, unicode);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
