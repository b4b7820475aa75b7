package dev.assent.lab.invocations;

import dev.assent.MetricsSnapshot;
import dev.assent.lab.invocations.work.PaperServices;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.StoredPhase;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The times inside of the processes of one setup, in one repeat; microseconds of an iteration. Immutable. */
record InsideTimes(List<StoredPhase> phases) {
    private static final String COORDINATOR = "coordinator";

    static InsideTimes of(Collection<StoredPhase> all, Measure.Key key, int repeat) {
        return new InsideTimes(all.stream()
                .filter(each -> each.key().equals(key) && each.repeat() == repeat)
                .toList());
    }

    private OptionalDouble mean(String phase, Predicate<StoredPhase> role) {
        return phases.stream()
                .filter(each -> each.phase().equals(phase) && role.test(each))
                .mapToDouble(StoredPhase::micros)
                .average();
    }

    private static boolean isCoordinator(StoredPhase phase) {
        return phase.role().equals(COORDINATOR);
    }

    private static boolean isServer(StoredPhase phase) {
        return !isCoordinator(phase);
    }

    /** Whether all phases of commit were timed. */
    boolean isWhole() {
        return Stream.of(MetricsSnapshot.Phase.PREPARE, MetricsSnapshot.Phase.FORCE, MetricsSnapshot.Phase.COMMIT)
                .map(MetricsSnapshot.Phase::name)
                .allMatch(phase -> mean(phase, InsideTimes::isCoordinator).isPresent()
                        && mean(phase, InsideTimes::isServer).isPresent());
    }

    boolean hasWork() {
        return mean(PaperServices.WORK, InsideTimes::isServer).isPresent();
    }

    /** The time of one server's database, for a call. */
    double work() {
        return mean(PaperServices.WORK, InsideTimes::isServer).orElseThrow();
    }

    double coordinator(MetricsSnapshot.Phase phase) {
        return mean(phase.name(), InsideTimes::isCoordinator).orElseThrow();
    }

    /** On average of both. */
    double servers(MetricsSnapshot.Phase phase) {
        return mean(phase.name(), InsideTimes::isServer).orElseThrow();
    }
}
