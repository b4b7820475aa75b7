package dev.assent.lab.invocations;

import dev.assent.lab.bank.Bank;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Summary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the experiments of this paper have measured, by the names that it gives to it. Immutable. */
record PaperResults(Results results) {
    static final String CALL = "call";
    static final String TOTAL = "total";

    static final String REMOTE = "remote client";
    static final String INSIDE = "inside the server";

    private static final List<String> SCENARIOS =
            List.of(TwoPhaseCommit.NO_TRANSACTIONS, TwoPhaseCommit.LOG_OFF, TwoPhaseCommit.LOG_ON);

    Optional<Summary> plain(String transport, Payload payload) {
        return results.find("plain", transport, payload.method(), CALL);
    }

    Optional<Summary> inTransaction(String transport, Payload payload) {
        return results.find("context", transport, payload.method(), CALL);
    }

    /** How many microseconds a context adds. */
    Optional<Double> contextMicros(String transport, Payload payload) {
        return plain(transport, payload)
                .flatMap(plain -> inTransaction(transport, payload).map(in -> in.mean() - plain.mean()));
    }

    /** How many bytes a context adds. */
    Optional<Double> contextBytes(String transport, Payload payload) {
        return plain(transport, payload)
                .flatMap(plain -> inTransaction(transport, payload).map(in -> in.bytes() - plain.bytes()));
    }

    Optional<Summary> demarcation(String transport, String step) {
        return results.find("demarcation", transport, REMOTE, step);
    }

    Optional<Summary> demarcationInside(String transport, String step) {
        return results.find("demarcation", transport, INSIDE, step);
    }

    Optional<Summary> commit(String transport, Bank bank, String scenario, String step) {
        return results.find(TwoPhaseCommit.key(transport, bank, scenario, step));
    }

    /** What was measured in an experiment, each once for all of its steps, in the order of the paper's scenarios. */
    List<Measure.Key> keys(String experiment) {
        return results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(key -> key.at(""))
                .distinct()
                .sorted(Comparator.comparing(Measure.Key::transport)
                        .thenComparing(Measure.Key::bank)
                        .thenComparing(key -> SCENARIOS.indexOf(key.scenario()))
                        .thenComparing(Measure.Key::subject)
                        .thenComparing(Measure.Key::clients))
                .toList();
    }

    /** What it is, for the first column of a table. */
    static String title(Measure.Key key) {
        return Stream.of(
                        key.transport(),
                        key.bank().equals(Bank.NONE.name())
                                ? ""
                                : Bank.of(key.bank()).title(),
                        key.scenario(),
                        key.scenario().isEmpty() ? key.subject() : "",
                        key.clients() == 1 ? "" : key.clients() + " clients")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** A mean, with a mark when nothing can be concluded from it. */
    static String mean(Summary summary) {
        return Figures.of(summary.mean()) + (summary.isSure() ? "" : " ?");
    }

    /** One of them; empty when it was not measured. */
    Optional<Summary> find(Measure.Key key) {
        return results.find(key);
    }

    /** A call of a method, outside of a transaction or in one. */
    Optional<Summary> find(String experiment, String transport, String method, String step) {
        return results.find(experiment, transport, method, step);
    }

    /** The transports of an experiment, in the order of its results. */
    List<String> transports(String experiment) {
        return results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(Measure.Key::transport)
                .distinct()
                .sorted()
                .toList();
    }

    /** The databases of an experiment. */
    List<Bank> banks(String experiment) {
        List<String> names = results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(Measure.Key::bank)
                .distinct()
                .toList();
        return Bank.all().stream().filter(bank -> names.contains(bank.name())).toList();
    }

    /**
     * What a transaction costs beside the same work without one, in percent, split as the paper does: the begin and the end
     * by what experiments 3 and 4 say, the contexts of two calls by experiment 2, and the rest is two-phase commit.
     *
     * @param all the sum of the others
     */
    record Split(double all, double demarcation, double context, double twoPhase) {
        private static final Map<String, Split> PUBLISHED = Map.of(
                "IIOP", new Split(427, 80, 65, 283),
                "SOAP/HTTP", new Split(172, 15, 13, 145),
                "JBoss Remoting", new Split(233, 29, 16, 187));

        static Split of(double without, double with, double create, double emptyCommit, double context) {
            double all = percent(with - without, without);
            double demarcation = percent(create + emptyCommit, without);
            double contexts = percent(2 * context, without);
            return new Split(all, demarcation, contexts, all - demarcation - contexts);
        }

        /** What the paper says in its last section, which follows from its figures in the same way. */
        static Split published(String transport) {
            return Optional.ofNullable(PUBLISHED.get(transport)).orElseThrow();
        }

        private static double percent(double part, double whole) {
            return 100 * part / whole;
        }
    }

    /** The split of what was measured; empty when a part was not. */
    Optional<Split> split(String transport, Bank bank) {
        Optional<Summary> without = commit(transport, bank, TwoPhaseCommit.NO_TRANSACTIONS, TOTAL);
        Optional<Summary> with = commit(transport, bank, TwoPhaseCommit.LOG_ON, TOTAL);
        Optional<Summary> create = commit(transport, bank, TwoPhaseCommit.LOG_ON, "create");
        Optional<Summary> emptyCommit = demarcation(transport, "commit");
        Optional<Double> context = contextMicros(transport, Payload.INT_100);
        if (without.isEmpty() || with.isEmpty() || create.isEmpty() || emptyCommit.isEmpty() || context.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Split.of(
                without.get().mean(),
                with.get().mean(),
                create.get().mean(),
                emptyCommit.get().mean(),
                context.get()));
    }
}
