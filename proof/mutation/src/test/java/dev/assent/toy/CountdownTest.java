package dev.assent.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Waits for the end. */
@Fast
class CountdownTest {
    @Test
    void countdown_ends() {
        assertThat(Countdown.ends(3)).isTrue();
    }
}
