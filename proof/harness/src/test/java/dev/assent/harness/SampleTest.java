package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Fast
class SampleTest {
    private static final List<Integer> ALL = IntStream.range(0, 50).boxed().toList();

    @Test
    void choose_sameSeed_sameSampleInTheOrderOfAll() {
        List<Integer> sample = Sample.choose(7, 5, ALL);

        assertThat(sample).hasSize(5).doesNotHaveDuplicates().isSorted().isEqualTo(Sample.choose(7, 5, ALL));
    }

    @Test
    void choose_manySeeds_everyValueIsChosen() {
        Set<Integer> chosen = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            chosen.addAll(Sample.choose(seed, 5, ALL));
        }

        assertThat(chosen).containsAll(ALL);
    }

    @Test
    void choose_moreThanThereAre_all() {
        assertThat(Sample.choose(7, 51, ALL)).isEqualTo(ALL);
    }

    @Test
    void of_nothing_isRefused() {
        assertThatThrownBy(() -> Sample.of("nothing", 1, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'nothing'");
    }

    @Test
    void seed_ofTwoChoices_differs() {
        assertThat(Run.seed("one")).isNotEqualTo(Run.seed("two"));
    }
}
