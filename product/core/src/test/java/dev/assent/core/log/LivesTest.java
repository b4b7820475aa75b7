package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.harness.Fast;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lives that a log knows completely. */
@Fast
class LivesTest {
    private static final NodeId NODE = new NodeId(1, 2);

    private static NodeEpoch life(int epoch) {
        return new NodeEpoch(NODE, epoch, 100 + epoch);
    }

    private static Lives upTo(int epochLast) {
        Lives lives = Lives.NONE;
        for (int epoch = 1; epoch <= epochLast; epoch++) {
            lives = lives.and(life(epoch));
        }
        return lives;
    }

    @Test
    void contains_livesOfTheLog_areAllThere() {
        Lives lives = upTo(3);

        for (int epoch = 1; epoch <= 3; epoch++) {
            assertThat(lives.contains(life(epoch))).isTrue();
        }
        assertThat(lives.contains(life(4))).as("a life to come").isFalse();
        assertThat(lives.epochFirst()).isEqualTo(1);
        assertThat(lives.epochLast()).isEqualTo(3);
    }

    @Test
    void contains_sameEpochWithAnotherMark_isAnotherLife() {
        assertThat(upTo(3).contains(new NodeEpoch(NODE, 2, 7))).isFalse();
    }

    @Test
    void contains_nothingIsThere_isFalse() {
        assertThat(Lives.NONE.contains(new NodeEpoch(NODE, 1, 0))).isFalse();
        assertThat(Lives.NONE.isEmpty()).isTrue();
    }

    @Test
    void and_manyLives_forgetsTheEarliest() {
        Lives lives = upTo(Lives.COUNT_MAX + 2);

        assertThat(lives.epochFirst()).isEqualTo(3);
        assertThat(lives.contains(life(2))).isFalse();
        assertThat(lives.contains(life(3))).isTrue();
        assertThat(lives.contains(life(Lives.COUNT_MAX + 2))).isTrue();
    }

    @Test
    void read_whatWasWritten_isTheSame() {
        for (Lives each : new Lives[] {Lives.NONE, upTo(1), upTo(5), upTo(Lives.COUNT_MAX + 1)}) {
            RecordBuffer out = new RecordBuffer();
            each.write(out);
            ByteBuffer bytes = out.view();
            assertThat(Lives.read(bytes)).isEqualTo(each);
            assertThat(bytes.hasRemaining()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "5, -1", "5, 1001", "1, 0"})
    void read_impossibleNumbers_areRefused(int epoch, int count) {
        ByteBuffer bytes =
                ByteBuffer.allocate(8_000).putInt(epoch).putInt(count).rewind();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Lives.read(bytes))
                .withMessageContaining(count + " lives up to epoch " + epoch);
    }

    @Test
    void equals_anotherLife_isNotTheSame() {
        assertThat(upTo(3)).isEqualTo(upTo(3)).hasSameHashCodeAs(upTo(3));
        assertThat(upTo(3)).isNotEqualTo(upTo(2)).isNotEqualTo("3");
        assertThat(Lives.NONE.and(life(1)).and(new NodeEpoch(NODE, 2, 7))).isNotEqualTo(upTo(2));
    }
}
