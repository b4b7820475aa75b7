package dev.assent.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The traffic that a meter counts, and how the meter gets to a client's process. */
@Fast
class MeterTest {
    @Test
    void itComesThroughAWord() {
        Meter loopback = new Meter("lo", 52, false, true, List.of(5_432, 5_433));

        assertThat(Meter.parse(loopback.toWord())).isEqualTo(loopback);
        assertThat(Meter.parse(Meter.ofCable("cable").toWord())).isEqualTo(Meter.ofCable("cable"));
        assertThat(Meter.parse(Meter.none().toWord())).isEqualTo(Meter.none());
        assertThat(loopback.toWord()).doesNotContain(" ");
    }

    @Test
    void whereOthersAreItIsNotExact() {
        assertThat(Meter.ofLoopback(true).isExact()).isTrue();
        assertThat(Meter.ofLoopback(false).isExact()).isFalse();
        assertThat(Meter.ofLoopback(false).without(List.of(5_432)).isExact()).isFalse();
    }

    @Test
    void overACableNobodyReachesADatabase() {
        assertThat(Meter.ofCable("cable").without(List.of(5_432))).isEqualTo(Meter.ofCable("cable"));
    }
}
