package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.result.Count;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Summary;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of this paper's experiments, by the paper's names. Immutable. */
record PaperResults(Results results) {
    static final String REMOTE = "remote client";
    static final String INSIDE = "inside the server";

    /** So many measures a split follows from. */
    private static final int SPLIT_FROM = 6;

    private static final List<String> SCENARIOS =
            List.of(TwoPhaseCommit.NO_TRANSACTIONS, TwoPhaseCommit.LOG_OFF, TwoPhaseCommit.LOG_ON);

    Optional<Summary> plain(String transport, Payload payload) {
        return results.find(PlainInvocations.NAME, transport, payload.method(), Steps.CALL);
    }

    Optional<Summary> inTransaction(String transport, Payload payload) {
        return results.find(ContextPropagation.NAME, transport, payload.method(), Steps.CALL);
    }

    /** The same call without a transaction, of the processes that {@link #inTransaction} is of. */
    Optional<Summary> besideTransaction(String transport, Payload payload) {
        return results.find(ContextPropagation.NAME, transport, ContextPropagation.without(payload), Steps.CALL);
    }

    /** How many microseconds a context adds. */
    Optional<Estimate> contextMicros(String transport, Payload payload) {
        return both(inTransaction(transport, payload), besideTransaction(transport, payload), Summary::minus);
    }

    /** How much a context adds to a call, in percent of that. */
    Optional<Estimate> contextPercent(String transport, Payload payload) {
        return both(inTransaction(transport, payload), besideTransaction(transport, payload), Summary::over)
                .map(ratio -> ratio.minus(Estimate.exactly(1)).times(100));
    }

    /** How many bytes a context adds. */
    Optional<Count> contextBytes(String transport, Payload payload) {
        return both(
                inTransaction(transport, payload),
                besideTransaction(transport, payload),
                (in, out) -> in.bytes().minus(out.bytes()));
    }

    /** A conclusion from two measures; empty when one was not measured. */
    static <A, B, R> Optional<R> both(Optional<A> one, Optional<B> other, BiFunction<A, B, R> follows) {
        return one.flatMap(first -> other.map(second -> follows.apply(first, second)));
    }

    Optional<Summary> demarcation(String transport, String step) {
        return results.find(Demarcation.NAME, transport, REMOTE, step);
    }

    Optional<Summary> demarcationInside(String transport, String step) {
        return results.find(Demarcation.NAME, transport, INSIDE, step);
    }

    Optional<Summary> commit(String transport, LabDatabase database, String scenario, String step) {
        return results.find(TwoPhaseCommit.key(transport, database, scenario, step));
    }

    /** All of a transaction of two servers, or of their work without one. */
    Optional<Summary> commit(String transport, LabDatabase database, String scenario) {
        return commit(transport, database, scenario, Steps.TOTAL);
    }

    /** How many times as long a transaction with its log on takes as the work alone. */
    Optional<Estimate> commitRatio(String transport, LabDatabase database) {
        return both(
                commit(transport, database, TwoPhaseCommit.LOG_ON),
                commit(transport, database, TwoPhaseCommit.NO_TRANSACTIONS),
                Summary::over);
    }

    /** How many times as long a transaction with its log on takes as one whose log is not durable. */
    Optional<Estimate> logRatio(String transport, LabDatabase database) {
        return both(
                commit(transport, database, TwoPhaseCommit.LOG_ON),
                commit(transport, database, TwoPhaseCommit.LOG_OFF),
                Summary::over);
    }

    /** The measured keys of an experiment, one for all steps of each, in the order of the paper's scenarios. */
    List<Measure.Key> keys(String experiment) {
        return results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(key -> key.at(""))
                .distinct()
                .sorted(Comparator.comparing(Measure.Key::transport)
                        .thenComparing(Measure.Key::database)
                        .thenComparing(key -> SCENARIOS.indexOf(key.scenario()))
                        .thenComparing(Measure.Key::subject)
                        .thenComparing(Measure.Key::clients))
                .toList();
    }

    /** The title of a measure, for the first column of a table. */
    static String title(Measure.Key key) {
        return Stream.of(
                        key.transport(),
                        key.database().equals(LabDatabase.NONE.name()) ? "" : databaseTitle(key.database()),
                        key.scenario(),
                        key.scenario().isEmpty() ? key.subject() : "",
                        key.clients() == 1 ? "" : key.clients() + " clients")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** The title of a database; its own name if the class that added it no longer exists. */
    static String databaseTitle(String name) {
        return LabDatabase.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(LabDatabase::title)
                .orElse(name);
    }

    /** One of them; empty when it was not measured. */
    Optional<Summary> find(Measure.Key key) {
        return results.find(key);
    }

    /** The transports of an experiment, by their names. */
    List<String> transports(String experiment) {
        return results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(Measure.Key::transport)
                .distinct()
                .sorted()
                .toList();
    }

    /** The databases of an experiment, in the order of all. */
    List<LabDatabase> databases(String experiment) {
        List<String> names = results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(Measure.Key::database)
                .distinct()
                .toList();
        return LabDatabase.all().stream()
                .filter(database -> names.contains(database.name()))
                .toList();
    }

    /**
     * The split of the measured times; empty when a part was not measured, or not in a repeat that counts in all
     * others.
     */
    Optional<Split> split(String transport, LabDatabase database) {
        List<Summary> all = Stream.of(
                        commit(transport, database, TwoPhaseCommit.LOG_ON),
                        commit(transport, database, TwoPhaseCommit.NO_TRANSACTIONS),
                        commit(transport, database, TwoPhaseCommit.LOG_ON, Steps.CREATE),
                        demarcation(transport, Steps.COMMIT),
                        inTransaction(transport, Payload.INT_100),
                        besideTransaction(transport, Payload.INT_100))
                .flatMap(Optional::stream)
                .toList();
        if (all.size() < SPLIT_FROM) {
            return Optional.empty();
        }
        List<Split.Times> repeats =
                Summary.inCommon(all).stream().map(repeat -> times(all, repeat)).toList();
        return repeats.isEmpty()
                ? Optional.empty()
                : Optional.of(Split.of(repeats, all.stream().allMatch(Summary::isSure)));
    }

    private static Split.Times times(List<Summary> all, int repeat) {
        double[] means = all.stream().mapToDouble(each -> each.mean(repeat)).toArray();
        return new Split.Times(means[0], means[1], means[2], means[3], means[4] - means[5]);
    }
}
