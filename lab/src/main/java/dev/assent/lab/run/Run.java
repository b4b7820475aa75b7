package dev.assent.lab.run;

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
import dev.assent.lab.role.Site;
import dev.assent.lab.role.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Runs experiments: in each repeat every series of every setup of each, in an order of its own, so that what changes slowly
 * on a machine disturbs all alike; in each series every subject once, in an order of its own.
 *
 * <p>Thread safety: one thread runs; {@link #stop} may be called by any.
 */
final class Run {
    /** What others may have of one processor until nothing can be concluded. */
    private static final double OTHERS_MAX = 0.1;

    private final Wanted wanted;
    private final Site site;
    private final Store store;
    private final Progress progress;
    private volatile boolean isStopped;
    private volatile @Nullable Cast current;
    private int casts;

    /**
     * A run that has not begun.
     *
     * @param site where roles run
     * @param store where results go
     */
    Run(Wanted wanted, Site site, Store store, Progress progress) {
        this.wanted = wanted;
        this.site = site;
        this.store = store;
        this.progress = progress;
    }

    private record Scene(Experiment experiment, Setup setup) {}

    /** One of several times that a scene is played. */
    private record Play(Scene scene, int repeat) {}

    private List<Scene> scenes() {
        return wanted.experiments().stream()
                .flatMap(experiment ->
                        experiment.setups(wanted.choice()).stream().map(setup -> new Scene(experiment, setup)))
                .toList();
    }

    /** What will be measured, in the order of reports. */
    List<Measure.Planned> plan() {
        return scenes().stream()
                .flatMap(scene -> scene.experiment().subjects(scene.setup()).stream()
                        .map(subject -> new Measure.Planned(
                                Measure.Key.of(scene.experiment().name(), scene.setup(), subject, ""),
                                wanted.repeats() * amount(scene).series())))
                .toList();
    }

    private Amount amount(Scene scene) {
        return wanted.form().of(scene.experiment());
    }

    /** All series of all scenes, once. */
    private List<Play> plays(int repeat) {
        List<Play> plays = new ArrayList<>();
        for (Scene scene : scenes()) {
            int series = amount(scene).series();
            for (int i = 1; i <= series; i++) {
                plays.add(new Play(scene, (repeat - 1) * series + i));
            }
        }
        return plays;
    }

    /**
     * Measures all.
     *
     * @param run the number of the run in the store
     * @param folder for logs and databases
     * @return false when it was stopped before
     */
    boolean measureAll(int run, Path folder) throws IOException, SQLException {
        Random random = new Random(wanted.seed());
        progress.begin(plan().stream().mapToInt(Measure.Planned::repeats).sum());
        for (int repeat = 1; repeat <= wanted.repeats(); repeat++) {
            List<Play> plays = plays(repeat);
            Collections.shuffle(plays, random);
            for (Play each : plays) {
                try {
                    measure(run, each, random, folder);
                } catch (IOException failed) {
                    if (!isStopped) {
                        throw failed;
                    }
                }
                if (isStopped) {
                    return false;
                }
            }
        }
        store.complete(run);
        return true;
    }

    private void measure(int run, Play play, Random random, Path folder) throws IOException, SQLException {
        Scene scene = play.scene();
        Path ofCast = folder.resolve("cast-" + ++casts);
        try (Cast cast = Cast.start(scene.setup(), site, ofCast, folder)) {
            current = cast;
            List<Subject> subjects = new ArrayList<>(scene.experiment().subjects(scene.setup()));
            Collections.shuffle(subjects, random);
            for (Subject subject : subjects) {
                if (isStopped) {
                    return;
                }
                progress.at(scene.experiment(), scene.setup(), subject);
                measure(run, play, subject, cast);
                progress.done();
            }
        } finally {
            current = null;
        }
    }

    private void measure(int run, Play play, Subject subject, Cast cast) throws IOException, SQLException {
        Scene scene = play.scene();
        Amount amount = amount(scene);
        cast.give(subject);
        cast.run(amount.warmUp(), 1);
        Observation seen = cast.run(amount.laps(), amount.iterations());
        List<Traffic> weighed = seen.steps().size() == 1 ? List.of() : cast.weigh();
        for (int i = 0; i < seen.steps().size(); i++) {
            Recording step = seen.steps().get(i);
            boolean isAll = i == seen.steps().size() - 1;
            Traffic traffic = isAll
                    ? seen.traffic().averageOf(seen.iterations())
                    : i < weighed.size() ? weighed.get(i) : Traffic.UNKNOWN;
            store.add(
                    run,
                    new Measure(
                            Measure.Key.of(scene.experiment().name(), scene.setup(), subject, step.step()),
                            play.repeat(),
                            amount.iterations(),
                            Distribution.of(step),
                            seen.iterations() * 1e9 / seen.nanos(),
                            traffic.messageBytes(),
                            traffic.packets(),
                            seen.others() > OTHERS_MAX),
                    step,
                    seen.spent());
        }
    }

    /** It ends soon: what is measured now is lost, and what was measured stays. */
    void stop() {
        isStopped = true;
        Cast cast = current;
        if (cast != null) {
            cast.abort();
        }
    }
}
