package dev.assent.lab.run;

import dev.assent.MetricsSnapshot;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.Machine;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.result.Distribution;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.RecordedMeasure;
import dev.assent.lab.result.RoleEnvironment;
import dev.assent.lab.result.RunHeader;
import dev.assent.lab.result.Store;
import dev.assent.lab.role.Cost;
import dev.assent.lab.role.PhaseTime;
import dev.assent.lab.role.Recording;
import dev.assent.lab.role.Recordings;
import dev.assent.lab.role.Spent;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A run of all experiments whose times a test has made up, planned and stored as a real one. */
final class StoredRun {
    private static final int TIMES = 600;
    private static final double NOISE = 0.1;
    private static final List<String> TRANSPORTS = List.of("native", "native+http", "rmi", "tcp");

    private StoredRun() {}

    /**
     * Stores one.
     *
     * @param isMeasured whether a key is measured; the others are planned all the same
     * @param micros how long each step takes on average; the times are somewhat longer and shorter, those of a measure always
     *     the same
     */
    static int in(Store store, Predicate<Measure.Key> isMeasured, ToDoubleFunction<Measure.Key> micros)
            throws SQLException {
        return in(store, isMeasured, micros, false);
    }

    /** As above; {@code isNoisy} when other programs have disturbed it. */
    static int in(Store store, Predicate<Measure.Key> isMeasured, ToDoubleFunction<Measure.Key> micros, boolean isNoisy)
            throws SQLException {
        return in(store, 1, isMeasured, micros, isNoisy);
    }

    /** As above, so many times. */
    static int in(
            Store store,
            int repeats,
            Predicate<Measure.Key> isMeasured,
            ToDoubleFunction<Measure.Key> micros,
            boolean isNoisy)
            throws SQLException {
        List<Measure.Planned> plan = plan(repeats);
        int number = begin(store, repeats, plan);
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (Measure.Planned planned : plan) {
                if (isMeasured.test(planned.key())) {
                    add(store, number, planned.key(), new Repeat(repeat, TIMES), micros, isNoisy);
                }
            }
        }
        return number;
    }

    /** All steps of a subject. */
    private static void add(
            Store store, int run, Measure.Key key, Repeat repeat, ToDoubleFunction<Measure.Key> micros, boolean isNoisy)
            throws SQLException {
        List<RecordedMeasure> steps = steps(key).stream()
                .map(key::at)
                .map(step -> recorded(step, repeat, micros.applyAsDouble(step), isNoisy))
                .toList();
        Measure.Key last = steps.get(steps.size() - 1).measure().key();
        store.add(run, steps, spent(micros.applyAsDouble(last)));
    }

    /** A run without measures yet. */
    static int begin(Store store, int repeats, List<Measure.Planned> plan) throws SQLException {
        Machine machine = new Machine("a processor", 2, "Linux", "Java 17", "abc");
        RoleEnvironment roles = new RoleEnvironment("-Xmx768m", "ext4 on a disk", 8L << 30);
        return store.begin(new RunHeader("all", "quick form", repeats, 1, "one host", machine, roles), plan);
    }

    private static List<Measure.Planned> plan(int repeats) {
        return RunOrder.plan(new Wanted(
                Experiments.ALL,
                new Choice(TRANSPORTS, List.of(LabDatabase.of("derby"), LabDatabase.of("postgresql"))),
                Form.QUICK,
                repeats,
                ForkedJvm.Launch.by(List.of()),
                new Hosts.Wanted(1, false, false, 0),
                1));
    }

    /** As a task has them. */
    private static List<String> steps(Measure.Key key) {
        return switch (key.experiment()) {
            case "plain", "context" -> List.of("call");
            case "demarcation" -> List.of("create", "commit", "total");
            default ->
                key.scenario().equals("no transactions")
                        ? List.of("invocation 1", "invocation 2", "total")
                        : List.of("create", "invocation 1", "invocation 2", "commit", "total");
        };
    }

    /** Stores a measure of the first repeat. */
    static void add(Store store, int run, Measure.Key key, double micros, boolean isNoisy) throws SQLException {
        add(store, run, key, new Repeat(1, TIMES), micros, isNoisy);
    }

    /** Which repeat it is, and how often something is timed in it. */
    record Repeat(int number, int times) {}

    static void add(Store store, int run, Measure.Key key, Repeat repeat, double micros, boolean isNoisy)
            throws SQLException {
        store.add(run, List.of(recorded(key, repeat, micros, isNoisy)), spent(micros));
    }

    private static RecordedMeasure recorded(Measure.Key key, Repeat repeat, double micros, boolean isNoisy) {
        SplittableRandom random = new SplittableRandom(31L * key.hashCode() + repeat.number());
        Recording raw = Recordings.of(
                key.step(),
                LongStream.generate(() -> (long) (1_000 * micros * (1 + NOISE * (random.nextDouble() - 0.5))))
                        .limit(repeat.times()));
        double perSecond = key.clients() * 1e6 / micros;
        double others = isNoisy ? 1 : 0;
        return new RecordedMeasure(
                new Measure(key, repeat.number(), 1, Distribution.of(raw), perSecond, 700, 2, true, others), raw);
    }

    private static Spent spent(double micros) {
        return new Spent(
                List.of(new Cost("client", 250 * micros, 100 << 20), new Cost("server-1", 500 * micros, 200 << 20)),
                phases(micros));
    }

    /** For a transaction of 500 us: 60, 20 and 30 in the coordinator, and 25, 15 and 20 in each server, whose database works for 50. */
    private static List<PhaseTime> phases(double micros) {
        return Stream.of(
                        new PhaseTime("server-1", "work", 1, 0.1),
                        new PhaseTime("server-2", "work", 1, 0.1),
                        new PhaseTime("coordinator", MetricsSnapshot.Phase.PREPARE.name(), 1, 0.12),
                        new PhaseTime("coordinator", MetricsSnapshot.Phase.FORCE.name(), 1, 0.04),
                        new PhaseTime("coordinator", MetricsSnapshot.Phase.COMMIT.name(), 1, 0.06),
                        new PhaseTime("server-1", MetricsSnapshot.Phase.PREPARE.name(), 1, 0.04),
                        new PhaseTime("server-2", MetricsSnapshot.Phase.PREPARE.name(), 1, 0.06),
                        new PhaseTime("server-1", MetricsSnapshot.Phase.FORCE.name(), 1, 0.03),
                        new PhaseTime("server-2", MetricsSnapshot.Phase.FORCE.name(), 1, 0.03),
                        new PhaseTime("server-1", MetricsSnapshot.Phase.COMMIT.name(), 2, 0.02),
                        new PhaseTime("server-2", MetricsSnapshot.Phase.COMMIT.name(), 1, 0.04))
                .map(each -> new PhaseTime(each.role(), each.phase(), each.times(), 1_000 * micros * each.nanos()))
                .toList();
    }
}
