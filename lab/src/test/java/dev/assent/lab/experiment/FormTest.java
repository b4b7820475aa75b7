package dev.assent.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is done of what papers have published. */
@Fast
class FormTest {
    private static final Experiment CALLS = new Paper(Amount.ofCalls(5_000, 15_000));
    private static final Experiment SERIES = new Paper(new Amount(50, 10_000, 20, 500));

    /** Nothing but how often. */
    private record Paper(Amount amount) implements Experiment {
        @Override
        public String name() {
            return "paper";
        }

        @Override
        public String title() {
            return "A paper";
        }

        @Override
        public String claim() {
            return "None.";
        }

        @Override
        public String method() {
            return "None.";
        }

        @Override
        public List<Setup> setups(Choice choice) {
            return List.of();
        }

        @Override
        public List<Subject> subjects(Setup setup) {
            return List.of();
        }

        @Override
        public Class<? extends Services> services() {
            return Services.class;
        }

        @Override
        public Published published() {
            return new Published(List.of());
        }
    }

    @Test
    void theQuickFormMeasuresATwentiethInOneSeries() {
        assertThat(Form.QUICK.of(CALLS)).isEqualTo(new Amount(1, 1_250, 750, 1));
        assertThat(Form.QUICK.of(SERIES)).isEqualTo(new Amount(1, 2_500, 20, 25));
    }

    @Test
    void theQuickFormMeasuresSomethingOfAnyAmount() {
        assertThat(new Amount(1, 1, 9, 1).quick()).isEqualTo(new Amount(1, 1, 1, 1));
    }

    @Test
    void thePublishedFormIsWhatWasPublished() {
        assertThat(Form.PUBLISHED.of(CALLS)).isSameAs(CALLS.amount());
        assertThat(Form.PUBLISHED.of(SERIES)).isSameAs(SERIES.amount());
    }

    @Test
    void anExperimentWhoseCallsWereTimedOneByOneCanBeTimedInSteps() {
        Form form = Form.ofSeries(50, 20, 500);

        assertThat(form.of(CALLS)).isEqualTo(new Amount(50, 5_000, 20, 500));
        assertThat(form).hasToString("50 series of 20 steps of 500 calls");
    }

    @Test
    void aWarmUpThatIsAskedForIsWhatIsDoneInAnyForm() {
        assertThat(Form.QUICK.warmedBy(7).of(CALLS)).isEqualTo(new Amount(1, 7, 750, 1));
        assertThat(Form.ofSeries(3, 2, 1).warmedBy(7).of(CALLS)).isEqualTo(new Amount(3, 7, 2, 1));
        assertThat(Form.QUICK.warmedBy(7)).hasToString("quick form after 7 to warm up");
    }

    @Test
    void anAmountSaysWhatIsTimed() {
        assertThat(CALLS.amount()).hasToString("5,000 to warm up, 15,000 measured");
        assertThat(SERIES.amount()).hasToString("10,000 to warm up, 20 steps of 500, in 50 series");
    }
}
