package dev.assent.lab.invocations;

import dev.assent.lab.bank.Bank;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What differs from what was published, in sentences, each made of what was measured. A transport is held against the one of
 * the paper whose place it has. Immutable.
 *
 * @param path of the same results
 */
record Differences(PaperResults measured, CommitPath path) {
    private static final double MICROS_PER_MILLI = 1_000;

    /** In the order of their transports. */
    List<String> of(Experiment experiment) {
        List<String> sentences = new ArrayList<>();
        for (String transport : measured.transports(experiment.name())) {
            switch (experiment.name()) {
                case "plain" -> plain(transport, sentences);
                case "context" -> context(transport, sentences);
                case "demarcation" -> demarcation(transport, sentences);
                case "commit" -> commit(transport, sentences);
                case "clients" -> clients(transport, sentences);
                default -> throw new IllegalArgumentException(experiment.name());
            }
        }
        return sentences;
    }

    /** A figure of a method. */
    private record OfMethod(String method, double value) {
        @Override
        public String toString() {
            return Figures.of(value) + " (" + method + ")";
        }
    }

    private interface Figure {
        Optional<Double> of(Payload method);
    }

    private static List<OfMethod> methods(Figure figure) {
        return Arrays.stream(Payload.values())
                .flatMap(each -> figure.of(each).stream().map(value -> new OfMethod(each.method(), value)))
                .sorted(Comparator.comparingDouble(OfMethod::value))
                .toList();
    }

    private static String range(List<OfMethod> sorted) {
        return sorted.get(0) + " to " + sorted.get(sorted.size() - 1);
    }

    private void plain(String transport, List<String> sentences) {
        Published published = new PlainInvocations().published();
        Counterpart.of(transport).ifPresent(other -> {
            List<OfMethod> speeds = methods(method -> published(published, other, method)
                    .flatMap(figure -> measured.plain(transport, method)
                            .map(found -> figure.millis() * MICROS_PER_MILLI / found.mean())));
            if (!speeds.isEmpty()) {
                sentences.add("Over %s a call is %s times as fast as was published for %s."
                        .formatted(transport, range(speeds), other));
            }
            List<OfMethod> bytes = methods(method -> published(published, other, method)
                    .flatMap(figure -> measured.plain(transport, method).map(found -> found.bytes() / figure.bytes()))
                    .filter(ratio -> !ratio.isNaN()));
            if (!bytes.isEmpty()) {
                sentences.add(
                        "It exchanges %s times the bytes that were published for %s.".formatted(range(bytes), other));
            }
            growth(transport, other, sentences);
        });
        List<OfMethod> wire = methods(method -> measured.plain(transport, method)
                .flatMap(found -> measured.plain("tcp", method).map(tcp -> 100 * tcp.mean() / found.mean())));
        if (!wire.isEmpty() && !transport.equals("tcp")) {
            sentences.add(
                    "Of a call over %s, %s %% is what as many bytes over raw TCP take: no transport could save that."
                            .formatted(transport, range(wire)));
        }
    }

    private static Optional<Published.Figure> published(Published published, String transport, Payload method) {
        return published.find(transport, "", method.method(), PaperResults.CALL);
    }

    /** What 100 times as many characters cost. */
    private void growth(String transport, String other, List<String> sentences) {
        Published published = new PlainInvocations().published();
        measured.plain(transport, Payload.STRING_100)
                .ifPresent(small -> measured.plain(transport, Payload.STRING_10000)
                        .ifPresent(large -> {
                            double now = large.mean() / small.mean();
                            double then = published(published, other, Payload.STRING_10000)
                                            .orElseThrow()
                                            .millis()
                                    / published(published, other, Payload.STRING_100)
                                            .orElseThrow()
                                            .millis();
                            sentences.add(
                                    "From 100 characters to 10,000 its time grows %s times; published were %s times."
                                            .formatted(Figures.of(now), Figures.of(then)));
                        }));
    }

    private void context(String transport, List<String> sentences) {
        List<OfMethod> micros = methods(method -> measured.contextMicros(transport, method));
        if (micros.isEmpty()) {
            return;
        }
        List<OfMethod> percents = methods(method -> measured.contextMicros(transport, method)
                .flatMap(added -> measured.plain(transport, method).map(plain -> 100 * added / plain.mean())));
        long within = Arrays.stream(Payload.values())
                .filter(method -> measured.contextMicros(transport, method).isPresent())
                .filter(method -> !measured.plain(transport, method)
                        .orElseThrow()
                        .differsFrom(measured.inTransaction(transport, method).orElseThrow()))
                .count();
        sentences.add("Over %s a context adds %s us, %s %% of the call; for %d of %d methods that is within noise."
                .formatted(transport, range(micros), range(percents), within, micros.size()));
        Counterpart.of(transport).ifPresent(other -> {
            List<OfMethod> published = methods(method -> publishedContext(other, method));
            List<OfMethod> ofCall = methods(method -> publishedContext(other, method)
                    .flatMap(added -> published(new PlainInvocations().published(), other, method)
                            .map(plain -> 100 * added / plain.millis())));
            sentences.add("Published for %s were %s ms, %s %%.".formatted(other, range(published), range(ofCall)));
        });
    }

    private static Optional<Double> publishedContext(String transport, Payload method) {
        return published(new ContextPropagation().published(), transport, method)
                .flatMap(in -> published(new PlainInvocations().published(), transport, method)
                        .map(out -> in.millis() - out.millis()));
    }

    private void demarcation(String transport, List<String> sentences) {
        Optional<Summary> total = measured.demarcation(transport, PaperResults.TOTAL);
        Optional<Summary> create = measured.demarcation(transport, "create");
        if (total.isPresent() && create.isPresent()) {
            double part = 100 * create.get().mean() / total.get().mean();
            sentences.add("Over %s creating a transaction is %s %% of creating and committing it%s."
                    .formatted(
                            transport,
                            Figures.of(part),
                            Counterpart.of(transport)
                                    .map(other -> publishedDemarcation(other, total.get()))
                                    .orElse("")));
        }
        total.ifPresent(remote -> measured.demarcationInside(transport, PaperResults.TOTAL)
                .ifPresent(inside -> sentences.add("Inside of its server both cost %s %% of what a remote client pays."
                        .formatted(Figures.of(100 * inside.mean() / remote.mean())))));
    }

    private static String publishedDemarcation(String transport, Summary total) {
        Published published = new Demarcation().published();
        double create = published
                .find(transport, "", PaperResults.REMOTE, "create")
                .orElseThrow()
                .millis();
        double all = published
                .find(transport, "", PaperResults.REMOTE, PaperResults.TOTAL)
                .orElseThrow()
                .millis();
        return "; published for %s were %s %%, and both are %s times as fast now"
                .formatted(
                        transport, Figures.of(100 * create / all), Figures.of(all * MICROS_PER_MILLI / total.mean()));
    }

    private void commit(String transport, List<String> sentences) {
        for (Bank bank : measured.banks("commit")) {
            measured.split(transport, bank).ifPresent(split -> sentences.add(split(transport, bank, split)));
            path.sentence(transport, bank).ifPresent(sentences::add);
            Optional<Summary> off = measured.commit(transport, bank, TwoPhaseCommit.LOG_OFF, PaperResults.TOTAL);
            Optional<Summary> on = measured.commit(transport, bank, TwoPhaseCommit.LOG_ON, PaperResults.TOTAL);
            if (off.isPresent() && on.isPresent()) {
                sentences.add(
                        ("With %s the log adds %s us to a transaction over %s, %s %%, which is %s noise; in the paper the"
                                        + " bars are as high with it.")
                                .formatted(
                                        bank.title(),
                                        Figures.of(on.get().mean() - off.get().mean()),
                                        transport,
                                        Figures.of(100
                                                * (on.get().mean() / off.get().mean() - 1)),
                                        on.get().differsFrom(off.get()) ? "beyond" : "within"));
            }
        }
    }

    private static String split(String transport, Bank bank, PaperResults.Split split) {
        String text = "With %s a transaction over %s adds %s %% to what is done in it"
                .formatted(bank.title(), transport, Figures.whole(split.all()));
        return Counterpart.of(transport)
                .map(other -> {
                    PaperResults.Split then = PaperResults.Split.published(other);
                    Map<String, Double> changes = Map.of(
                            "creating and committing", split.demarcation() - then.demarcation(),
                            "contexts", split.context() - then.context(),
                            "two-phase commit", split.twoPhase() - then.twoPhase());
                    Map.Entry<String, Double> most = changes.entrySet().stream()
                            .max(Comparator.comparingDouble(each -> Math.abs(each.getValue())))
                            .orElseThrow();
                    return text
                            + "; published for %s with Derby were %s %%. What has changed most is %s, by %s points."
                                    .formatted(
                                            other,
                                            Figures.whole(then.all()),
                                            most.getKey(),
                                            Figures.signed(most.getValue()));
                })
                .orElse(text + ".");
    }

    private void clients(String transport, List<String> sentences) {
        List<String> scenarios = measured.keys("clients").stream()
                .filter(key -> key.transport().equals(transport))
                .map(Measure.Key::scenario)
                .distinct()
                .toList();
        for (String scenario : scenarios) {
            List<Measure.Key> keys = measured.keys("clients").stream()
                    .filter(key ->
                            key.transport().equals(transport) && key.scenario().equals(scenario))
                    .map(key -> key.at(PaperResults.TOTAL))
                    .filter(key -> measured.find(key).isPresent())
                    .sorted(Comparator.comparingInt(Measure.Key::clients))
                    .toList();
            if (keys.size() > 1) {
                sentences.add(peak(transport + ", " + scenario, keys));
            }
        }
    }

    private String peak(String title, List<Measure.Key> keys) {
        Measure.Key least = keys.get(0);
        Measure.Key most = keys.stream()
                .max(Comparator.comparingDouble(key -> found(key).perSecond()))
                .orElseThrow();
        Summary alone = found(least);
        Summary best = found(most);
        return "Over %s throughput is highest with %d clients: %s a second, %s times that with %d; 99 of 100 take %s times as long."
                .formatted(
                        title,
                        most.clients(),
                        Figures.whole(best.perSecond()),
                        Figures.of(best.perSecond() / alone.perSecond()),
                        least.clients(),
                        Figures.of(best.p99() / alone.p99()));
    }

    private Summary found(Measure.Key key) {
        return measured.find(key).orElseThrow();
    }
}
