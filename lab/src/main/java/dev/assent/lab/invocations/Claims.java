package dev.assent.lab.invocations;

import dev.assent.lab.bank.Bank;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.invocations.Claim.Finding;
import dev.assent.lab.invocations.Claim.Verdict;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Summary;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the paper says. IIOP and SOAP are ours of that name; in the place of JBoss Remoting, which it takes for one of the
 * transports that servers have of their own, is the native one.
 */
final class Claims {
    private static final String IIOP = "iiop";
    private static final String SOAP = "soap";
    private static final String NATIVE = "native";

    /** In which the paper's servers kept their rows. */
    private static final Bank DERBY = Bank.of("derby");

    /** What is within this of the published figure, either way, is the same. */
    private static final double SAME = 1.5;

    /** What takes no more than this part of something is next to nothing of it. */
    private static final double NEARLY_FREE = 0.1;

    static final List<Claim> ALL = List.of(
            new Claim(
                    "The server's own binary transport is a little faster than IIOP in plain calls.",
                    "IIOP takes 1.11 times as long, on average over the methods",
                    on(results -> ratio(results, IIOP, NATIVE)
                            .map(ratio -> byRatio(ratio, 1.11, "IIOP takes %s times as long")))),
            new Claim(
                    "SOAP is 20 times slower for an array of 100 objects.",
                    "23 times IIOP's 1.42 ms, 25 times JBoss Remoting's 1.28 ms",
                    on(results -> results.plain(SOAP, Payload.DATA_SET_100)
                            .flatMap(soap -> results.plain(NATIVE, Payload.DATA_SET_100)
                                    .map(other -> byRatio(
                                            soap.mean() / other.mean(), 25, "%s times as long as over native"))))),
            new Claim(
                    "Over SOAP 10,000 characters are faster than an array of 10 objects, though they are more bytes.",
                    "6.57 ms and 11,010 bytes against 9.29 ms and 2,788 bytes",
                    on(results -> results.plain(SOAP, Payload.STRING_10000)
                            .flatMap(string -> results.plain(SOAP, Payload.DATA_SET_10)
                                    .map(array -> byRatio(
                                            array.mean() / string.mean(), 1.41, "the array takes %s times as long"))))),
            new Claim(
                    "What makes SOAP slow is not how much it sends, but that it is parsed.",
                    "with about as many bytes, 2,000 and 1,895, it takes 3.9 times as long as JBoss Remoting",
                    on(results -> results.plain(SOAP, Payload.STRING_1000)
                            .flatMap(soap -> results.plain(NATIVE, Payload.STRING_1000)
                                    .map(other -> byRatio(
                                            soap.mean() / other.mean(), 3.9, "%s times as long as over native"))))),
            new Claim(
                    "A transaction's context costs the same, whatever is called.",
                    "1.36 to 1.57 ms over IIOP, 0.87 to 1.19 over SOAP, 0.33 to 0.46 over JBoss Remoting",
                    on(Claims::constantContext)),
            new Claim(
                    "References are the slow part of a context.",
                    "a context costs 4 times as much over IIOP, which has two, as over JBoss Remoting",
                    on(results -> results.contextMicros(IIOP, Payload.INT_100)
                            .flatMap(iiop -> results.contextMicros(NATIVE, Payload.INT_100)
                                    .map(other -> byRatio(iiop / other, 4.0, "%s times as much as over native"))))),
            new Claim(
                    "SOAP beats IIOP at creating and committing empty transactions.",
                    "2.16 ms against 3.72 ms",
                    on(results -> results.demarcation(IIOP, PaperResults.TOTAL)
                            .flatMap(iiop -> results.demarcation(SOAP, PaperResults.TOTAL)
                                    .map(soap ->
                                            byRatio(iiop.mean() / soap.mean(), 1.72, "IIOP takes %s times as long"))))),
            new Claim(
                    "Code inside of the server creates and commits them nearly for nothing.",
                    "no figure",
                    on(Claims::inside)),
            new Claim(
                    "The log costs next to nothing.",
                    "no figure; the bars with and without it are as high",
                    on(Claims::log)),
            overhead(IIOP, "IIOP", 427),
            overhead(SOAP, "SOAP", 172),
            overhead(NATIVE, "JBoss Remoting", 233));

    private Claims() {}

    private static Function<Results, Optional<Finding>> on(Function<PaperResults, Optional<Finding>> look) {
        return results -> look.apply(new PaperResults(results));
    }

    /** Above 1 as published, or not. */
    private static Finding byRatio(double ratio, double published, String text) {
        Verdict verdict = ratio <= 1
                ? Verdict.REVERSED
                : ratio > published * SAME || ratio < published / SAME ? Verdict.CHANGED : Verdict.CONFIRMED;
        return new Finding(verdict, text.formatted(Figures.of(ratio)));
    }

    private static Finding nearlyFree(double part, String text) {
        return new Finding(
                part <= NEARLY_FREE ? Verdict.CONFIRMED : part < 1 ? Verdict.CHANGED : Verdict.REVERSED,
                text.formatted(Figures.of(100 * part)));
    }

    /** How many times as long one takes as the other, on average over the published methods. */
    private static Optional<Double> ratio(PaperResults results, String one, String other) {
        OptionalDouble mean = Arrays.stream(Payload.values())
                .filter(Payload::isPublished)
                .flatMap(each -> results.plain(one, each).stream()
                        .flatMap(of -> results.plain(other, each).stream().map(to -> of.mean() / to.mean())))
                .mapToDouble(Double::doubleValue)
                .average();
        return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
    }

    /** The same within what the measurement is sure of, over each transport that was measured. */
    private static Optional<Finding> constantContext(PaperResults results) {
        return overEach(results.transports("context"), transport -> constantContext(results, transport));
    }

    private static Optional<Finding> constantContext(PaperResults results, String transport) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        double noise = 0;
        for (Payload each : Payload.values()) {
            Optional<Double> added = results.contextMicros(transport, each);
            if (added.isPresent()) {
                least = Math.min(least, added.get());
                most = Math.max(most, added.get());
                noise = Math.max(
                        noise,
                        halfOf(results.plain(transport, each).orElseThrow())
                                + halfOf(results.inTransaction(transport, each).orElseThrow()));
            }
        }
        return least > most
                ? Optional.empty()
                : Optional.of(new Finding(
                        most - least <= 2 * noise ? Verdict.CONFIRMED : Verdict.CHANGED,
                        "%s to %s us over %s, each ± %s"
                                .formatted(Figures.of(least), Figures.of(most), transport, Figures.of(noise))));
    }

    /** It is so when it is over each; the worst of them is the verdict. */
    private static Optional<Finding> overEach(List<String> transports, Function<String, Optional<Finding>> look) {
        List<Finding> all =
                transports.stream().flatMap(each -> look.apply(each).stream()).toList();
        return all.stream()
                .map(Finding::verdict)
                .max(Comparator.naturalOrder())
                .map(worst ->
                        new Finding(worst, all.stream().map(Finding::measured).collect(Collectors.joining("; "))));
    }

    private static double halfOf(Summary summary) {
        return (summary.high() - summary.low()) / 2;
    }

    private static Optional<Finding> inside(PaperResults results) {
        return overEach(
                results.transports("demarcation"),
                transport -> results.demarcationInside(transport, PaperResults.TOTAL)
                        .flatMap(inside -> results.demarcation(transport, PaperResults.TOTAL)
                                .map(remote -> nearlyFree(
                                        inside.mean() / remote.mean(),
                                        "%s %% of what it costs a remote client over " + transport))));
    }

    private static Optional<Finding> log(PaperResults results) {
        return overEach(results.transports("commit"), transport -> log(results, transport));
    }

    private static Optional<Finding> log(PaperResults results, String transport) {
        return results.commit(transport, DERBY, TwoPhaseCommit.LOG_OFF, PaperResults.TOTAL)
                .flatMap(off -> results.commit(transport, DERBY, TwoPhaseCommit.LOG_ON, PaperResults.TOTAL)
                        .map(on -> nearlyFree(
                                Math.max(0, on.mean() / off.mean() - 1),
                                "over " + transport + " with Derby it adds %s %%")));
    }

    private static Claim overhead(String transport, String published, int percent) {
        return new Claim(
                "A transaction of two servers adds %d %% over %s to what is done in it.".formatted(percent, published),
                percent + " %",
                on(results -> results.commit(transport, DERBY, TwoPhaseCommit.NO_TRANSACTIONS, PaperResults.TOTAL)
                        .flatMap(without -> results.commit(transport, DERBY, TwoPhaseCommit.LOG_ON, PaperResults.TOTAL)
                                .map(with -> {
                                    double measured = 100 * (with.mean() / without.mean() - 1);
                                    boolean isSame = measured <= percent * SAME && measured >= percent / SAME;
                                    return new Finding(
                                            isSame ? Verdict.CONFIRMED : Verdict.CHANGED,
                                            "%s %% over %s with Derby".formatted(Figures.of(measured), transport));
                                }))));
    }
}
