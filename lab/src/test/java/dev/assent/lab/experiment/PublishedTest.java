package dev.assent.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

@Fast
class PublishedTest {
    @Test
    void linesAreReadByTheirLabelsInAnyOrder() {
        Published read = Published.of("", "", """
                transport |       | a    | b
                one       | bytes | 10   | 1,020
                other     | ms    | 3.00 | -
                one       | ms    | 1.00 | 2.00
                """);

        assertThat(read.transports()).containsExactly("one", "other");
        assertThat(read.find("one", "b").orElseThrow().millis()).isEqualTo(2);
        assertThat(read.find("one", "b").orElseThrow().bytes()).isEqualTo(1_020);
        assertThat(read.find("other", "a").orElseThrow().bytes()).isNaN();
        assertThat(read.find("other", "b").orElseThrow().millis()).isNaN();
    }

    @Test
    void aLineOfNothingKnownIsRefused() {
        assertThatThrownBy(() -> Published.of("", "", "transport | | a\none | s | 1"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Published.of("", "", "transport | | a | b\none | ms | 1"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
