package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.result.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order things are measured. */
@Fast
class RunOrderTest {
    private static final Choice CHOICE = new Choice(List.of("native", "rmi", "tcp"), List.of(LabDatabase.of("derby")));

    private static Wanted wanted(Form form, long seed) {
        return new Wanted(
                Experiments.of(List.of("plain", "commit")),
                CHOICE,
                form,
                2,
                ForkedJvm.Launch.by(List.of()),
                new Hosts.Wanted(1, false, false, 0),
                seed);
    }

    private static List<String> order(Wanted wanted) {
        return RunOrder.of(wanted).stream()
                .flatMap(series ->
                        series.subjects().stream().map(subject -> series.key(subject) + " " + series.repeat()))
                .toList();
    }

    @Test
    void theSeedDecidesIt() {
        assertThat(order(wanted(Form.QUICK, 7))).isEqualTo(order(wanted(Form.QUICK, 7)));
        assertThat(order(wanted(Form.QUICK, 7)))
                .isNotEqualTo(order(wanted(Form.QUICK, 8)))
                .containsExactlyInAnyOrderElementsOf(order(wanted(Form.QUICK, 8)));
    }

    @Test
    void eachRepeatHasAnOrderOfItsOwn() {
        List<String> first = order(wanted(Form.QUICK, 7), 1);
        List<String> second = order(wanted(Form.QUICK, 7), 2);

        assertThat(second).isNotEqualTo(first).containsExactlyInAnyOrderElementsOf(first);
    }

    private static List<String> order(Wanted wanted, int repeat) {
        return RunOrder.of(wanted).stream()
                .filter(series -> series.repeat() == repeat)
                .flatMap(series -> series.subjects().stream()
                        .map(subject -> series.key(subject).toString()))
                .toList();
    }

    @Test
    void allThatIsPlannedIsInItAsOftenAsPlanned() {
        Wanted wanted = wanted(Form.ofSeries(3, 2, 1), 7);

        List<Measure.Key> order = RunOrder.of(wanted).stream()
                .flatMap(series -> series.subjects().stream().map(series::key))
                .toList();
        assertThat(RunOrder.plan(wanted)).hasSize(3 * 10 + 3).allSatisfy(planned -> {
            assertThat(planned.repeats()).isEqualTo(2 * 3);
            assertThat(order).filteredOn(planned.key()::equals).hasSize(2 * 3);
        });
        assertThat(order).hasSize(33 * 2 * 3);
    }

    @Test
    void aSeriesHasASetupWithAllOfItsSubjectsOnce() {
        assertThat(RunOrder.of(wanted(Form.QUICK, 7)))
                .allSatisfy(series -> assertThat(series.subjects())
                        .extracting(Subject::name)
                        .doesNotHaveDuplicates()
                        .hasSize(series.experiment().subjects(series.setup()).size()));
    }
}
