package dev.assent.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

@Fast
class ProcessorsTest {
    @Test
    void aListHasNumbersAndRanges() {
        assertThat(Processors.parse("0")).containsExactly(0);
        assertThat(Processors.parse("0-3")).containsExactly(0, 1, 2, 3);
        assertThat(Processors.parse("1,4-5,9")).containsExactly(1, 4, 5, 9);
    }
}
