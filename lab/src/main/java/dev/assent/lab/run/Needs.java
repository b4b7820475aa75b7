package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.transport.LabTransport;
import java.util.List;
import java.util.stream.Collectors;

/** The needs of an experiment, without which it has nothing to measure: found by trying choices. */
final class Needs {
    private Needs() {}

    /** Whether there is something to measure. */
    static boolean areMet(Experiment experiment, Choice choice) {
        return !experiment.setups(choice).isEmpty();
    }

    /**
     * Looks whether there is something to measure.
     *
     * @throws IllegalArgumentException when there is nothing; the message lists the choices that would have something
     */
    static void require(Experiment experiment, Choice choice) {
        if (!areMet(experiment, choice)) {
            List<String> transports =
                    LabTransport.all().stream().map(LabTransport::name).toList();
            throw new IllegalArgumentException(MESSAGES.nothingToMeasure(
                    experiment.name(),
                    String.join(", ", choice.transports()),
                    choice.databases().stream().map(LabDatabase::name).collect(Collectors.joining(", ")),
                    transports.stream()
                            .filter(each -> areMet(experiment, new Choice(List.of(each), LabDatabase.all())))
                            .collect(Collectors.joining(", ")),
                    LabDatabase.all().stream()
                            .filter(each -> areMet(experiment, new Choice(transports, List.of(each))))
                            .map(LabDatabase::name)
                            .collect(Collectors.joining(", "))));
        }
    }
}
