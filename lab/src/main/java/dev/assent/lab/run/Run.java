package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.network.Traffic;
import dev.assent.lab.result.Distribution;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.RecordedMeasure;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredFailure;
import dev.assent.lab.role.Observation;
import dev.assent.lab.role.Recording;
import dev.assent.lab.role.RoleProcesses;
import dev.assent.lab.role.SubjectMeasurement;
import dev.assent.lab.run.RunOrder.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs experiments in the order of {@link RunOrder}. It keeps each failure, and goes on: without a subject whose
 * processes fail, or without a setup whose processes do not start. Only a failure of the results database ends it.
 *
 * <p>Thread safety: one thread runs; {@link #stop} may be called by any.
 */
final class Run {
    private final Wanted wanted;
    private final Deployment deployment;
    private final Store store;
    private final Progress progress;
    private volatile boolean isStopped;
    private volatile @Nullable RoleProcesses current;
    private int started;
    private int failed;

    /**
     * A run that has not begun.
     *
     * @param deployment where roles run
     * @param store where results go
     */
    Run(Wanted wanted, Deployment deployment, Store store, Progress progress) {
        this.wanted = wanted;
        this.deployment = deployment;
        this.store = store;
        this.progress = progress;
    }

    /**
     * Measures all.
     *
     * @param run the number of the run in the store
     * @param folder for logs and databases
     * @return false when it was stopped before, or something failed
     */
    boolean measureAll(int run, Path folder) throws IOException, SQLException {
        List<Series> order = RunOrder.of(wanted);
        progress.begin(order.stream().mapToInt(each -> each.subjects().size()).sum());
        for (Series each : order) {
            measure(run, each, folder);
            if (isStopped) {
                return false;
            }
        }
        if (failed > 0) {
            return false;
        }
        store.complete(run);
        return true;
    }

    /** If a subject fails, its processes are lost; new ones measure the rest. */
    private void measure(int run, Series series, Path folder) throws SQLException {
        Deque<Subject> left = new ArrayDeque<>(series.subjects());
        while (!left.isEmpty() && !isStopped) {
            try (RoleProcesses roles = start(series, folder)) {
                current = roles;
                for (String each : roles.databases()) {
                    store.addDatabase(run, each);
                }
                measure(run, series, left, roles);
            } catch (IOException failure) {
                keep(run, series, series.keyOfSetup(), failure);
                progress.skip(left.size());
                left.clear();
            } finally {
                current = null;
            }
        }
    }

    private RoleProcesses start(Series series, Path folder) throws IOException {
        RoleProcesses.Folders folders = new RoleProcesses.Folders(folder.resolve("setup-" + ++started), folder);
        return RoleProcesses.start(series.setup(), series.experiment().services(), deployment, folders);
    }

    /** Measures until one subject fails, or none is left. */
    private void measure(int run, Series series, Deque<Subject> left, RoleProcesses roles) throws SQLException {
        boolean isWhole = true;
        while (isWhole && !left.isEmpty() && !isStopped) {
            Subject subject = left.remove();
            progress.at(series.key(subject));
            try {
                measure(run, series, subject, roles);
            } catch (IOException failure) {
                keep(run, series, series.key(subject), failure);
                isWhole = false;
            }
            if (!isStopped) {
                progress.done();
            }
        }
    }

    /** Keeps a failure, unless a stop has caused it. */
    private void keep(int run, Series series, Measure.Key at, IOException failure) throws SQLException {
        if (!isStopped) {
            failed++;
            String why = String.valueOf(failure.getMessage());
            System.err.println(MESSAGES.setupFailed(at, why));
            store.addFailure(run, new StoredFailure(at, series.repeat(), why));
        }
    }

    private void measure(int run, Series series, Subject subject, RoleProcesses roles)
            throws IOException, SQLException {
        Amount amount = series.amount();
        double all = amount.warmUp() + (double) amount.laps() * amount.iterations();
        SubjectMeasurement measurement =
                SubjectMeasurement.begin(roles, subject, iterations -> progress.within(iterations / all));
        measurement.warmUp(amount.warmUp());
        Observation seen = measurement.run(amount.laps(), amount.iterations());
        List<Traffic> traffic = seen.steps().size() == 1 ? List.of() : measurement.countTraffic(seen);
        measurement.end();
        List<RecordedMeasure> steps = new ArrayList<>();
        for (int i = 0; i < seen.steps().size(); i++) {
            boolean isAll = i == seen.steps().size() - 1;
            Traffic ofStep = isAll ? seen.traffic() : i < traffic.size() ? traffic.get(i) : Traffic.UNKNOWN;
            Recording step = seen.steps().get(i);
            steps.add(new RecordedMeasure(
                    new Measure(
                            series.key(subject).at(step.step()),
                            series.repeat(),
                            amount.iterations(),
                            Distribution.of(step),
                            seen.perSecond(),
                            ofStep.messageBytes(),
                            ofStep.packets(),
                            seen.isExact(),
                            seen.others()),
                    step));
        }
        store.add(run, steps, seen.spent());
    }

    /** Ends it soon: the present measurement is lost, and the earlier ones stay. */
    void stop() {
        isStopped = true;
        RoleProcesses roles = current;
        if (roles != null) {
            roles.abort();
        }
    }
}
