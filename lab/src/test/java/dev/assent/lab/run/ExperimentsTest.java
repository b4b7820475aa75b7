package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which experiments a name means, and their needs. */
@Fast
class ExperimentsTest {
    private static final Experiment LATENCY = new Named("jms/latency");
    private static final Experiment OTHER_LATENCY = new Named("corba/latency");
    private static final Experiment THROUGHPUT = new Named("jms/throughput");
    private static final List<Experiment> ALL = List.of(LATENCY, OTHER_LATENCY, THROUGHPUT);

    /** Nothing but a name. */
    private record Named(String name) implements Experiment {
        @Override
        public String title() {
            return name;
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
        public Amount amount() {
            return Amount.ofCalls(1, 1);
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
    void aNameMayCarryItsPaperAndMustWhereTwoPapersHaveIt() {
        assertThat(Experiments.of(List.of("jms/latency"), ALL)).containsExactly(LATENCY);
        assertThat(Experiments.of(List.of("throughput"), ALL)).containsExactly(THROUGHPUT);
        assertThatThrownBy(() -> Experiments.of(List.of("latency"), ALL))
                .hasMessageContaining("there are several experiments 'latency'; allowed: jms/latency, corba/latency");
    }

    @Test
    void allOfAPaperHaveAName() {
        assertThat(Experiments.of(List.of("jms/all"), ALL)).containsExactly(LATENCY, THROUGHPUT);
        assertThat(Experiments.of(List.of("all"), ALL)).isEqualTo(ALL);
        assertThatThrownBy(() -> Experiments.of(List.of("soap/all"), ALL))
                .hasMessageContaining("there is no experiment 'soap/all'; allowed: jms/latency");
    }

    @Test
    void whatIsNamedTwiceIsRunOnce() {
        assertThat(Experiments.of(List.of("throughput", "jms/throughput"), ALL)).containsExactly(THROUGHPUT);
    }

    @Test
    void anExperimentThatHasNothingToMeasureSaysWhatItNeeds() {
        Choice rmi = new Choice(List.of("rmi"), List.of(LabDatabase.of("derby")));
        Experiment context = Experiments.of(List.of("context")).get(0);
        Experiment clients = Experiments.of(List.of("clients")).get(0);

        assertThatThrownBy(() -> Needs.require(context, rmi))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("experiment 'context' has nothing to measure with transports 'rmi'")
                .hasMessageContaining(
                        "one of the transports 'native, native+http, iiop, soap, soap+http10, narayana-jts, narayana-xts'");
        assertThatThrownBy(() -> Needs.require(clients, new Choice(List.of("native"), rmi.databases())))
                .hasMessageContaining("one of the databases 'postgresql, mariadb'");
        Needs.require(context, new Choice(List.of("rmi", "native"), rmi.databases()));
    }
}
