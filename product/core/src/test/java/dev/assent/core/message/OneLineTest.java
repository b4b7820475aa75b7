package dev.assent.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

@Fast
class OneLineTest {
    private static String trace() {
        StringWriter trace = new StringWriter();
        new IllegalStateException("the account is closed", new IllegalArgumentException("no such\tbranch"))
                .printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Test
    void ofAPeersStackTraceTheFramesAreLeftOutAndTheCausesAreKept() {
        assertThat(OneLine.of(trace()))
                .isEqualTo("java.lang.IllegalStateException: the account is closed;"
                        + " Caused by: java.lang.IllegalArgumentException: no such branch");
    }

    @Test
    void aTextIsBoundedHoweverLongItIs() {
        assertThat(OneLine.of("x".repeat(OneLine.CHARS_MAX)))
                .hasSize(OneLine.CHARS_MAX)
                .endsWith("x");
        assertThat(OneLine.of("x".repeat(OneLine.CHARS_MAX + 1)))
                .hasSize(OneLine.CHARS_MAX)
                .endsWith("x ...");
        assertThat(OneLine.of("line\n".repeat(10_000_000)))
                .hasSize(OneLine.CHARS_MAX)
                .endsWith(" ...");
        assertThat(OneLine.of("\ud83d\ude00".repeat(OneLine.CHARS_MAX)).replace(" ...", ""))
                .matches("(\ud83d\ude00)+");
    }

    @Test
    void ofAVeryLongTextTheBeginningIsRead() {
        String blanks = " ".repeat(64 * 1_024 - 1);
        assertThat(OneLine.of(blanks + "x")).isEqualTo("x");
        assertThat(OneLine.of(blanks + "xy")).isEqualTo("x ...");
    }

    @Test
    void aTextWithoutLineBreaksStaysAsItIs() {
        assertThat(OneLine.of("at noon (UTC) it failed")).isEqualTo("at noon (UTC) it failed");
        assertThat(OneLine.of(null)).isEqualTo("null");
        assertThat(OneLine.of("")).isEmpty();
    }
}
