package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

@Fast
class LogOptionsTest {
    @Test
    void segmentsHaveFourMebibytesUnlessToldOtherwise() {
        assertThat(LogOptions.SEGMENT_BYTES_DEFAULT).isEqualTo(4_194_304);
    }

    @Test
    void sizesFromTheSmallestToTheLargestAreTaken() {
        for (int bytes : new int[] {65_536, 66_048, 1_073_741_824}) {
            assertThat(new LogOptions(bytes).segmentBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void otherSizesAreRefusedWithTheValueAndWhatIsAllowed() {
        for (int bytes : new int[] {-1, 0, 65_024, 65_537, 1_073_741_824 + 512, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> new LogOptions(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("segment-bytes")
                    .hasMessageContaining(Integer.toString(bytes))
                    .hasMessageContaining("512 from 65536 to 1073741824");
        }
    }
}
