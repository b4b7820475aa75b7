package dev.assent.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a median is, by ranks. */
@Fast
class MedianIntervalTest {
    /** Beyond each end lie as many values as the two-sided sign test leaves at 5 %: five of 20. */
    @ParameterizedTest
    @CsvSource({
        "6, 1, 6",
        "8, 1, 8",
        "9, 2, 8",
        "10, 2, 9",
        "15, 4, 12",
        "20, 6, 15",
        "25, 8, 18",
        "100, 40, 61",
        "2000, 956, 1045"
    })
    void itsEndsAreTheValuesOfTheRanksOfTheSignTest(int values, double low, double high) {
        List<Double> shuffled = new ArrayList<>(
                IntStream.rangeClosed(1, values).mapToObj(i -> (double) i).toList());
        Collections.shuffle(shuffled, new Random(1));

        assertThat(MedianInterval.of(shuffled)).isEqualTo(new MedianInterval((values + 1) / 2.0, low, high));
    }

    @Test
    void fiveValuesSayTooLittle() {
        MedianInterval five = MedianInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));

        assertThat(five.median()).isEqualTo(3);
        assertThat(five.isKnown()).isFalse();
        assertThat(MedianInterval.of(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)).isKnown())
                .isTrue();
    }
}
