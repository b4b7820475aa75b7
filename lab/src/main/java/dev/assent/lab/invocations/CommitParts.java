package dev.assent.lab.invocations;

import dev.assent.MetricsSnapshot;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.StoredPhase;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The time that a transaction of two servers, with its log on, adds to their work alone. The client measures the whole;
 * the coordinator's and the servers' times inside divide it into parts. Each repeat is divided by itself, so that only
 * times of the same repeat are subtracted from each other. Immutable.
 *
 * @param repeats those that count in all measures behind the parts, one at least
 * @param isSure whether all these measures were undisturbed and steady
 */
record CommitParts(List<OfRepeat> repeats, boolean isSure) {
    private static final int CALLS = 2;
    private static final int PERCENT = 100;

    /**
     * One repeat, in microseconds.
     *
     * @param work of both servers alone, without a transaction, which all else is measured by
     * @param parts all, but for the contexts when they are not known
     */
    record OfRepeat(double work, Map<CommitPart, Double> parts) {
        double sum(Predicate<CommitPart> which) {
            return parts.entrySet().stream()
                    .filter(each -> which.test(each.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }
    }

    private Estimate mean(ToDoubleFunction<OfRepeat> figure) {
        return Estimate.ofRepeats(repeats.stream().mapToDouble(figure).toArray(), isSure);
    }

    /** Whether a part is known apart from others. */
    boolean has(CommitPart part) {
        return repeats.get(0).parts().containsKey(part);
    }

    /** Those parts together, in microseconds. */
    Estimate micros(Predicate<CommitPart> which) {
        return mean(each -> each.sum(which));
    }

    /** Those parts together, in percent of the work. */
    Estimate percent(Predicate<CommitPart> which) {
        return mean(each -> PERCENT * each.sum(which) / each.work());
    }

    /** All parts of a kind, in percent of the work. */
    Estimate percent(CommitPart.Kind kind) {
        return percent(part -> part.kind() == kind);
    }

    /** The parts of the measured time; empty when some are missing, or no repeat counts in all measures. */
    static Optional<CommitParts> of(
            PaperResults measured, Collection<StoredPhase> phases, String transport, LabDatabase database) {
        return Seen.of(measured, transport, database).flatMap(seen -> {
            List<OfRepeat> repeats = seen.repeats().stream()
                    .flatMap(repeat -> inRepeat(
                            seen,
                            repeat,
                            InsideTimes.of(phases, key(transport, database, TwoPhaseCommit.LOG_ON), repeat),
                            InsideTimes.of(phases, key(transport, database, TwoPhaseCommit.NO_TRANSACTIONS), repeat))
                            .stream())
                    .toList();
            return repeats.isEmpty() ? Optional.empty() : Optional.of(new CommitParts(repeats, seen.isSure()));
        });
    }

    private static Measure.Key key(String transport, LabDatabase database, String scenario) {
        return TwoPhaseCommit.key(transport, database, scenario, Steps.TOTAL);
    }

    /** Empty when something was not timed inside. */
    private static Optional<OfRepeat> inRepeat(Seen seen, int repeat, InsideTimes inside, InsideTimes alone) {
        if (!inside.isWhole() || !inside.hasWork() || !alone.hasWork()) {
            return Optional.empty();
        }
        double work = seen.work().mean(repeat);
        double create = seen.create().mean(repeat);
        double commit = seen.commit().mean(repeat);
        double uncommitted = CALLS * (inside.work() - alone.work());
        Map<CommitPart, Double> parts = new EnumMap<>(CommitPart.class);
        parts.put(CommitPart.CREATE, create);
        parts.put(CommitPart.UNCOMMITTED, uncommitted);
        double joining = seen.total().mean(repeat) - create - commit - work - uncommitted;
        if (!seen.contexts().isEmpty()) {
            double contexts = CALLS
                    * (seen.contexts().get(0).mean(repeat)
                            - seen.contexts().get(1).mean(repeat));
            parts.put(CommitPart.CONTEXTS, contexts);
            joining -= contexts;
        }
        parts.put(CommitPart.JOINING, joining);
        parts.putAll(atTheEnd(inside, commit));
        return Optional.of(new OfRepeat(work, parts));
    }

    /** The parts of the step that commits. */
    private static Map<CommitPart, Double> atTheEnd(InsideTimes inside, double commit) {
        double one = inside.coordinator(MetricsSnapshot.Phase.PREPARE);
        double decision = inside.coordinator(MetricsSnapshot.Phase.FORCE);
        double two = inside.coordinator(MetricsSnapshot.Phase.COMMIT);
        double prepare = inside.servers(MetricsSnapshot.Phase.PREPARE);
        double votes = inside.servers(MetricsSnapshot.Phase.FORCE);
        double finish = inside.servers(MetricsSnapshot.Phase.COMMIT);
        return Map.of(
                CommitPart.PREPARE, prepare,
                CommitPart.VOTES, votes,
                CommitPart.ASKING, one - prepare - votes,
                CommitPart.DECISION, decision,
                CommitPart.COMMIT, finish,
                CommitPart.TELLING, two - finish,
                CommitPart.CALL, commit - one - decision - two);
    }

    /**
     * The client's measures.
     *
     * @param work of both servers alone
     * @param total of a transaction with its log on, with its steps {@code create} and {@code commit}
     * @param contexts a call in a transaction, and the same call without one; nothing when that was not measured
     */
    private record Seen(Summary work, Summary total, Summary create, Summary commit, List<Summary> contexts) {
        static Optional<Seen> of(PaperResults measured, String transport, LabDatabase database) {
            Optional<Summary> work = measured.commit(transport, database, TwoPhaseCommit.NO_TRANSACTIONS);
            Optional<Summary> total = measured.commit(transport, database, TwoPhaseCommit.LOG_ON);
            Optional<Summary> create = measured.commit(transport, database, TwoPhaseCommit.LOG_ON, Steps.CREATE);
            Optional<Summary> commit = measured.commit(transport, database, TwoPhaseCommit.LOG_ON, Steps.COMMIT);
            if (work.isEmpty() || total.isEmpty() || create.isEmpty() || commit.isEmpty()) {
                return Optional.empty();
            }
            Seen without = new Seen(work.get(), total.get(), create.get(), commit.get(), List.of());
            Seen with = PaperResults.both(
                            measured.inTransaction(transport, Payload.INT_100),
                            measured.besideTransaction(transport, Payload.INT_100),
                            without::with)
                    .orElse(without);
            int left = with.repeats().size();
            boolean isEnough =
                    left >= Summary.REPEATS_MIN || left == without.repeats().size();
            return Optional.of(isEnough ? with : without);
        }

        private Seen with(Summary inTransaction, Summary beside) {
            return new Seen(work, total, create, commit, List.of(inTransaction, beside));
        }

        private List<Summary> all() {
            List<Summary> all = new ArrayList<>(List.of(work, total, create, commit));
            all.addAll(contexts);
            return all;
        }

        /** Those that count in all of it. */
        List<Integer> repeats() {
            return Summary.inCommon(all());
        }

        boolean isSure() {
            return all().stream().allMatch(Summary::isSure);
        }
    }
}
