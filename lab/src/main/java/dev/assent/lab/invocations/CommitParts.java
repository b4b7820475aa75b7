package dev.assent.lab.invocations;

import dev.assent.core.metrics.Phase;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.invocations.work.PaperServices;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.StoredPhase;
import dev.assent.lab.result.Summary;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a transaction of two servers, with its log on, adds to their work alone, in microseconds: what a client sees of it, taken
 * apart by what the coordinator and the servers have timed inside. The parts are one after the other, and add up.
 *
 * @param work of both servers alone, without a transaction, which all else is measured by
 * @param create the call of the coordinator that begins it
 * @param contexts of two calls, by experiment 2; not a number without that, and then in {@code joining}
 * @param uncommitted what the databases take more for the two calls than without a transaction: less, since they commit
 *     nothing yet
 * @param joining all else that the two calls take more: each server and its database become parts of the transaction
 * @param prepare until the databases have prepared, on average of both
 * @param votes until the servers have forced the records of their votes
 * @param asking all else until the coordinator has both votes: messages, and the slower one of two
 * @param decision until the coordinator has forced the record of its decision
 * @param commit until the databases have committed
 * @param telling all else until the coordinator has both answers
 * @param call all else that the client waits for: its call of the coordinator
 */
record CommitParts(
        double work,
        double create,
        double contexts,
        double uncommitted,
        double joining,
        double prepare,
        double votes,
        double asking,
        double decision,
        double commit,
        double telling,
        double call) {
    private static final String COORDINATOR = "coordinator";
    private static final int CALLS = 2;

    /**
     * What no transaction manager can change, in percent of the work: what two-phase commit asks of the databases, less the
     * commits that the work alone waits for.
     */
    double ofDatabases() {
        return percent(uncommitted + prepare + commit);
    }

    /** The forced records of all logs, in percent of the work. */
    double ofLogs() {
        return percent(votes + decision);
    }

    /** Calls, contexts and messages, in percent of the work. */
    double ofMessages() {
        return percent(create + (Double.isNaN(contexts) ? 0 : contexts) + joining + asking + telling + call);
    }

    /** All that is added, in percent of the work. */
    double all() {
        return ofDatabases() + ofLogs() + ofMessages();
    }

    double percent(double part) {
        return 100 * part / work;
    }

    /** The parts of what was measured; empty when some are missing. */
    static Optional<CommitParts> of(
            PaperResults measured, Collection<StoredPhase> phases, String transport, LabDatabase database) {
        Optional<Double> work = measured.commit(transport, database, TwoPhaseCommit.NO_TRANSACTIONS)
                .map(Summary::mean);
        Optional<Double> create = step(measured, transport, database, Steps.CREATE);
        Optional<Double> commit = step(measured, transport, database, Steps.COMMIT);
        Optional<Double> total = step(measured, transport, database, Steps.TOTAL);
        Optional<Estimate> context = measured.contextMicros(transport, Payload.INT_100);
        Inside inside = Inside.of(phases, TwoPhaseCommit.key(transport, database, TwoPhaseCommit.LOG_ON, Steps.TOTAL));
        Inside alone =
                Inside.of(phases, TwoPhaseCommit.key(transport, database, TwoPhaseCommit.NO_TRANSACTIONS, Steps.TOTAL));
        if (work.isEmpty()
                || create.isEmpty()
                || commit.isEmpty()
                || total.isEmpty()
                || !inside.isWhole()
                || !inside.hasWork()
                || !alone.hasWork()) {
            return Optional.empty();
        }
        double uncommitted = CALLS * (inside.work() - alone.work());
        double contexts = context.map(each -> CALLS * each.value()).orElse(Double.NaN);
        double known = context.isEmpty() ? uncommitted : uncommitted + contexts;
        double one = inside.coordinator(Phase.PREPARE);
        double decision = inside.coordinator(Phase.FORCE);
        double two = inside.coordinator(Phase.COMMIT);
        double prepare = inside.servers(Phase.PREPARE);
        double votes = inside.servers(Phase.FORCE);
        double finish = inside.servers(Phase.COMMIT);
        return Optional.of(new CommitParts(
                work.get(),
                create.get(),
                contexts,
                uncommitted,
                total.get() - create.get() - commit.get() - work.get() - known,
                prepare,
                votes,
                one - prepare - votes,
                decision,
                finish,
                two - finish,
                commit.get() - one - decision - two));
    }

    private static Optional<Double> step(PaperResults measured, String transport, LabDatabase database, String step) {
        return measured.commit(transport, database, TwoPhaseCommit.LOG_ON, step).map(Summary::mean);
    }

    /** What was timed inside of the processes of one setup. */
    private record Inside(List<StoredPhase> phases) {
        static Inside of(Collection<StoredPhase> all, Measure.Key key) {
            return new Inside(
                    all.stream().filter(each -> each.key().equals(key)).toList());
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

        /** Of every repeat alike: a phase that one lacks, all lack. */
        boolean isWhole() {
            return Stream.of(Phase.PREPARE, Phase.FORCE, Phase.COMMIT)
                    .map(Phase::name)
                    .allMatch(phase -> mean(phase, Inside::isCoordinator).isPresent()
                            && mean(phase, each -> !isCoordinator(each)).isPresent());
        }

        boolean hasWork() {
            return mean(PaperServices.WORK, each -> true).isPresent();
        }

        /** Of one server's database, for a call. */
        double work() {
            return mean(PaperServices.WORK, each -> true).orElseThrow();
        }

        double coordinator(Phase phase) {
            return mean(phase.name(), Inside::isCoordinator).orElseThrow();
        }

        double servers(Phase phase) {
            return mean(phase.name(), each -> !isCoordinator(each)).orElseThrow();
        }
    }
}
