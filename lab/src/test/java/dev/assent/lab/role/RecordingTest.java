package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class RecordingTest {
    private static Recording of(long... times) {
        Recording recording = new Recording("a step", times.length);
        for (long each : times) {
            recording.record(each);
        }
        return recording;
    }

    private static long[] growing(int count) {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = 1_000 + i;
        }
        return times;
    }

    @Test
    void theMeanIsExactAndTheBatchesAreInOrder() {
        Recording recording = of(growing(3_000));

        assertThat(recording.count()).isEqualTo(3_000);
        assertThat(recording.mean()).isEqualTo(1_000 + 2_999 / 2.0);
        assertThat(recording.batchMeans()).hasSize(Recording.BATCHES).isSorted();
        assertThat(recording.batchMeans()[0]).isEqualTo(1_000 + 99 / 2.0);
    }

    @Test
    void aFewTimesHaveAsManyBatches() {
        assertThat(of(5, 7).batchMeans()).containsExactly(5, 7);
    }

    @Test
    void whatIsWrittenIsRead() {
        Recording written = of(growing(100));

        Recording read = Recording.parse(written.toText());

        assertThat(read.step()).isEqualTo("a step");
        assertThat(read.batchMeans()).isEqualTo(written.batchMeans());
        assertThat(read.nanos()).isEqualTo(written.nanos());
        assertThat(read.mean()).isEqualTo(written.mean());
    }

    @Test
    void thoseOfSeveralThreadsAreOne() {
        Recording both = Recording.together(List.of(of(10, 20), of(30, 40)));

        assertThat(both.count()).isEqualTo(4);
        assertThat(both.mean()).isEqualTo(25);
        assertThat(both.nanos().getMaxValue()).isEqualTo(40);
    }
}
