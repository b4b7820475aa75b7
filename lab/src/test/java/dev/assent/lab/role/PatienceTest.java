package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which work is given up. */
@Fast
class PatienceTest {
    private long nanos;

    @Test
    void onlyWorkWithoutProgressIsGivenUp() {
        Patience patience = new Patience(Duration.ofSeconds(60), () -> nanos);

        assertThat(after(59, patience, 0)).isFalse();
        assertThat(after(59, patience, 1)).isFalse();
        assertThat(after(59, patience, 1)).isFalse();
        assertThat(after(2, patience, 2)).isFalse();
        assertThat(after(60, patience, 2)).isFalse();
        assertThat(after(1, patience, 2)).isTrue();
    }

    private boolean after(int seconds, Patience patience, long done) {
        nanos += Duration.ofSeconds(seconds).toNanos();
        return patience.isLostAt(done);
    }

    @Test
    void aLineOfAHeartbeatIsToldFromAnAnswer() {
        assertThat(Heartbeat.parse("at 17")).isEqualTo(OptionalLong.of(17));
        assertThat(Heartbeat.parse("ran 1 17 3.5 false")).isEmpty();
    }
}
