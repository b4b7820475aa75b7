package dev.assent.lab.run;

import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.result.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order in which a run measures: in each repeat every series of every setup of each experiment, in an order of its own, so
 * that what changes slowly on a machine disturbs all alike; in each series every subject once, in an order of its own. The seed
 * decides it, whatever happens meanwhile.
 */
final class RunOrder {
    private RunOrder() {}

    /**
     * The subjects that the same processes measure.
     *
     * @param repeat from 1, over all repeats of the run
     * @param amount of each subject
     */
    record Series(Experiment experiment, Setup setup, int repeat, Amount amount, List<Subject> subjects) {
        /** The key of a subject, for all steps. */
        Measure.Key key(Subject subject) {
            return Measure.Key.of(experiment.name(), setup, subject, "");
        }

        /** The key of all that these processes measure. */
        Measure.Key keyOfSetup() {
            return new Measure.Key(
                    experiment.name(), setup.transport(), setup.database().name(), setup.scenario(), "", 1, "");
        }
    }

    /** All of a run. */
    static List<Series> of(Wanted wanted) {
        Random random = new Random(wanted.seed());
        List<Series> all = new ArrayList<>();
        for (int repeat = 1; repeat <= wanted.repeats(); repeat++) {
            List<Series> once = once(wanted, repeat);
            Collections.shuffle(once, random);
            once.forEach(each -> Collections.shuffle(each.subjects(), random));
            all.addAll(once);
        }
        return all;
    }

    /** In the order of reports. */
    private static List<Series> once(Wanted wanted, int repeat) {
        List<Series> all = new ArrayList<>();
        for (Experiment experiment : wanted.experiments()) {
            Amount amount = wanted.form().of(experiment);
            for (Setup setup : experiment.setups(wanted.choice())) {
                for (int i = 1; i <= amount.series(); i++) {
                    List<Subject> subjects = new ArrayList<>(experiment.subjects(setup));
                    all.add(new Series(experiment, setup, (repeat - 1) * amount.series() + i, amount, subjects));
                }
            }
        }
        return all;
    }

    /** The planned measures, in the order of reports. */
    static List<Measure.Planned> plan(Wanted wanted) {
        return once(wanted, 1).stream()
                .filter(series -> series.repeat() == 1)
                .flatMap(series -> series.subjects().stream()
                        .map(subject -> new Measure.Planned(
                                series.key(subject),
                                wanted.repeats() * series.amount().series())))
                .toList();
    }
}
