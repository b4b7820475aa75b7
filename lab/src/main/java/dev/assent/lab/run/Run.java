package dev.assent.lab.run;

import dev.assent.backends.ServerFolder;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.result.Distribution;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.role.Cast;
import dev.assent.lab.role.Observation;
import dev.assent.lab.role.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Runs experiments: in each repeat every setup of each once, in an order of its own, so that what changes slowly on a machine
 * disturbs all alike; of a setup every subject once, in an order of its own.
 *
 * <p>Thread safety: one thread runs; {@link #stop} may be called by any.
 */
final class Run {
    /** What others may have of one processor until nothing can be concluded. */
    private static final double OTHERS_MAX = 0.1;

    private final Wanted wanted;
    private final Store store;
    private final Progress progress;
    private volatile boolean isStopped;
    private int casts;

    /**
     * A run that has not begun.
     *
     * @param store where results go
     */
    Run(Wanted wanted, Store store, Progress progress) {
        this.wanted = wanted;
        this.store = store;
        this.progress = progress;
    }

    private record Scene(Experiment experiment, Setup setup) {}

    private List<Scene> scenes() {
        return wanted.experiments().stream()
                .flatMap(experiment ->
                        experiment.setups(wanted.choice()).stream().map(setup -> new Scene(experiment, setup)))
                .toList();
    }

    /** What will be measured, in the order of reports. */
    List<Measure.Key> plan() {
        return scenes().stream()
                .flatMap(scene -> scene.experiment().subjects(scene.setup()).stream()
                        .map(subject -> Measure.Key.of(scene.experiment().name(), scene.setup(), subject, "")))
                .toList();
    }

    /**
     * Measures all.
     *
     * @param run the number of the run in the store
     * @return false when it was stopped before
     */
    boolean measureAll(int run) throws IOException, SQLException {
        Random random = new Random(wanted.seed());
        progress.begin(plan().size() * wanted.repeats());
        try (ServerFolder servers = ServerFolder.temporary()) {
            for (int repeat = 1; repeat <= wanted.repeats(); repeat++) {
                List<Scene> scenes = new ArrayList<>(scenes());
                Collections.shuffle(scenes, random);
                for (Scene each : scenes) {
                    measure(run, repeat, each, random, servers);
                    if (isStopped) {
                        return false;
                    }
                }
            }
        }
        store.complete(run);
        return true;
    }

    private void measure(int run, int repeat, Scene scene, Random random, ServerFolder servers)
            throws IOException, SQLException {
        Path stage = servers.path().resolve("cast-" + ++casts);
        try (Cast cast = Cast.start(scene.setup(), wanted.launch(), stage, servers)) {
            List<Subject> subjects = new ArrayList<>(scene.experiment().subjects(scene.setup()));
            Collections.shuffle(subjects, random);
            for (Subject subject : subjects) {
                if (isStopped) {
                    return;
                }
                progress.at(scene.experiment(), scene.setup(), subject);
                measure(run, repeat, scene, subject, cast);
                progress.done();
            }
        }
    }

    private void measure(int run, int repeat, Scene scene, Subject subject, Cast cast)
            throws IOException, SQLException {
        Amount amount = scene.experiment().amount().in(wanted.form());
        cast.give(subject);
        cast.run(amount.warmUp());
        Observation seen = cast.run(amount.measured());
        long iterations = seen.steps().get(0).count();
        for (Recording step : seen.steps()) {
            store.add(
                    run,
                    new Measure(
                            Measure.Key.of(scene.experiment().name(), scene.setup(), subject, step.step()),
                            repeat,
                            Distribution.of(step),
                            iterations * 1e9 / seen.nanos(),
                            (double) seen.traffic().messageBytes() / iterations,
                            (double) seen.traffic().packets() / iterations,
                            seen.others() > OTHERS_MAX),
                    step,
                    seen.costs());
        }
    }

    /** It ends when what is measured now is; what was measured stays. */
    void stop() {
        isStopped = true;
    }
}
