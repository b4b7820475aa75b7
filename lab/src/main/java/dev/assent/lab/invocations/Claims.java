package dev.assent.lab.invocations;

import static dev.assent.lab.invocations.PublishedFigures.JBOSS_REMOTING;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.invocations.Claim.Finding;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The paper's claims. IIOP and SOAP are our transports of that name. The native one stands for JBoss Remoting, the
 * paper's example of a server's own transport.
 */
final class Claims {
    private static final String IIOP = "iiop";
    private static final String SOAP = "soap";
    private static final String NATIVE = "native";

    /** In which the paper's servers kept their rows. */
    private static final LabDatabase DERBY = LabDatabase.of("derby");

    static final List<Claim> ALL = List.of(
            new Claim(
                    "The server's own binary transport is a little faster than IIOP in plain calls.",
                    "IIOP takes %s times as long, the geometric mean over the methods"
                            .formatted(Figures.of(PublishedFigures.plainRatio(PublishedFigures.IIOP, JBOSS_REMOTING))),
                    Claims::binary),
            new Claim(
                    "SOAP is 20 times slower for an array of 100 objects.",
                    "%s times IIOP's %s ms, %s times JBoss Remoting's %s ms"
                            .formatted(
                                    slower(Payload.DATA_SET_100, PublishedFigures.IIOP),
                                    millis(PublishedFigures.IIOP, Payload.DATA_SET_100),
                                    slower(Payload.DATA_SET_100, JBOSS_REMOTING),
                                    millis(JBOSS_REMOTING, Payload.DATA_SET_100)),
                    results -> Claim.overAll(List.of(IIOP, NATIVE), other -> slower(results, other))),
            new Claim(
                    "Over SOAP 10,000 characters are faster than an array of 10 objects, though they are more bytes.",
                    "%s ms and %s bytes against %s ms and %s bytes"
                            .formatted(
                                    millis(PublishedFigures.SOAP, Payload.STRING_10000),
                                    bytes(PublishedFigures.SOAP, Payload.STRING_10000),
                                    millis(PublishedFigures.SOAP, Payload.DATA_SET_10),
                                    bytes(PublishedFigures.SOAP, Payload.DATA_SET_10)),
                    Claims::moreBytes),
            new Claim(
                    "Parsing makes SOAP slow, not the number of bytes.",
                    "1,000 characters take %s times as long as over JBoss Remoting, with %s bytes instead of %s"
                            .formatted(
                                    slower(Payload.STRING_1000, JBOSS_REMOTING),
                                    bytes(PublishedFigures.SOAP, Payload.STRING_1000),
                                    bytes(JBOSS_REMOTING, Payload.STRING_1000)),
                    Claims::parsing),
            new Claim(
                    "A transaction's context costs the same, whatever is called.",
                    "%s over IIOP, %s over SOAP, %s over JBoss Remoting"
                            .formatted(
                                    contexts(PublishedFigures.IIOP),
                                    contexts(PublishedFigures.SOAP),
                                    contexts(JBOSS_REMOTING)),
                    results -> Claim.overAll(Counterpart.ALL, each -> constantContext(results, each))),
            new Claim(
                    "References are the slow part of a context.",
                    "the context of getInt100 takes %s times as long over IIOP, which has two, as over JBoss Remoting"
                            .formatted(Figures.of(PublishedFigures.contextMillis(PublishedFigures.IIOP, Payload.INT_100)
                                    / PublishedFigures.contextMillis(JBOSS_REMOTING, Payload.INT_100))),
                    Claims::references),
            new Claim(
                    "SOAP beats IIOP at creating and committing empty transactions.",
                    "%s ms against %s ms"
                            .formatted(
                                    Figures.published(PublishedFigures.demarcation(PublishedFigures.SOAP, Steps.TOTAL)),
                                    Figures.published(
                                            PublishedFigures.demarcation(PublishedFigures.IIOP, Steps.TOTAL))),
                    results -> PaperResults.both(
                                    results.demarcation(IIOP, Steps.TOTAL),
                                    results.demarcation(SOAP, Steps.TOTAL),
                                    Summary::over)
                            .map(ratio -> byRatio(
                                    ratio,
                                    PublishedFigures.demarcation(PublishedFigures.IIOP, Steps.TOTAL)
                                            / PublishedFigures.demarcation(PublishedFigures.SOAP, Steps.TOTAL),
                                    "IIOP takes %s times as long"))),
            new Claim(
                    "Code inside of the server creates and commits empty transactions nearly for nothing.",
                    "no figure",
                    results -> Claim.overAll(Counterpart.ALL, each -> inside(results, each))),
            new Claim(
                    "The log costs next to nothing.",
                    "no figure; the bars with and without it are as high",
                    results -> Claim.overAll(Counterpart.ALL, each -> log(results, each))),
            overhead(IIOP, PublishedFigures.IIOP),
            overhead(SOAP, PublishedFigures.SOAP),
            overhead(NATIVE, JBOSS_REMOTING));

    private static final Comparator<Estimate> BY_VALUE = Comparator.comparingDouble(Estimate::value);

    private Claims() {}

    private static String millis(String transport, Payload method) {
        return Figures.published(PublishedFigures.plainMillis(transport, method));
    }

    private static String bytes(String transport, Payload method) {
        return Figures.whole(PublishedFigures.plainBytes(transport, method));
    }

    private static double slower(Payload method, double other) {
        return PublishedFigures.plainMillis(PublishedFigures.SOAP, method) / other;
    }

    private static String slower(Payload method, String other) {
        return Figures.of(slower(method, PublishedFigures.plainMillis(other, method)));
    }

    private static String contexts(String transport) {
        List<Double> sorted = PublishedFigures.contexts(transport);
        return String.format(Locale.ROOT, "%.2f to %.2f ms", sorted.get(0), sorted.get(sorted.size() - 1));
    }

    private static Finding byRatio(Estimate ratio, double published, String text) {
        return Finding.of(Verdict.byRatio(ratio, published), text, ratio);
    }

    private static Optional<Finding> binary(PaperResults results) {
        return overAllMethods(each ->
                        PaperResults.both(results.plain(IIOP, each), results.plain(NATIVE, each), Summary::over))
                .map(ratios -> byRatio(
                        Estimate.geometricMean(ratios),
                        PublishedFigures.plainRatio(PublishedFigures.IIOP, JBOSS_REMOTING),
                        "IIOP takes %s times as long"));
    }

    /** The figure of each method that the paper has; empty when one was not measured. */
    private static Optional<List<Estimate>> overAllMethods(Function<Payload, Optional<Estimate>> figure) {
        List<Optional<Estimate>> all = PublishedFigures.methods().map(figure).toList();
        return all.stream().allMatch(Optional::isPresent)
                ? Optional.of(all.stream().map(Optional::orElseThrow).toList())
                : Optional.empty();
    }

    private static Optional<Finding> slower(PaperResults results, String other) {
        return PaperResults.both(
                        results.plain(SOAP, Payload.DATA_SET_100),
                        results.plain(other, Payload.DATA_SET_100),
                        Summary::over)
                .map(ratio -> byRatio(
                        ratio,
                        slower(
                                Payload.DATA_SET_100,
                                PublishedFigures.plainMillis(
                                        Counterpart.of(other).orElseThrow(), Payload.DATA_SET_100)),
                        "%s times as long as over " + other));
    }

    /** When they are not more bytes any more it is another thing that is measured. */
    private static Optional<Finding> moreBytes(PaperResults results) {
        Optional<Summary> string = results.plain(SOAP, Payload.STRING_10000);
        Optional<Summary> array = results.plain(SOAP, Payload.DATA_SET_10);
        double published = PublishedFigures.plainMillis(PublishedFigures.SOAP, Payload.DATA_SET_10)
                / PublishedFigures.plainMillis(PublishedFigures.SOAP, Payload.STRING_10000);
        return beside(array, string, "the array takes %s times as long", (ratio, bytes) -> {
            Verdict verdict = Verdict.byRatio(ratio, published);
            return verdict == Verdict.CONFIRMED && bytes >= 1 ? Verdict.CHANGED : verdict;
        });
    }

    /** It takes longer by more than it sends more. */
    private static Optional<Finding> parsing(PaperResults results) {
        double longer = slower(Payload.STRING_1000, PublishedFigures.plainMillis(JBOSS_REMOTING, Payload.STRING_1000));
        double more = PublishedFigures.plainBytes(PublishedFigures.SOAP, Payload.STRING_1000)
                / PublishedFigures.plainBytes(JBOSS_REMOTING, Payload.STRING_1000);
        return beside(
                results.plain(SOAP, Payload.STRING_1000),
                results.plain(NATIVE, Payload.STRING_1000),
                "%s times as long as over native",
                (ratio, bytes) -> Verdict.byRatio(ratio.times(1 / bytes), longer / more));
    }

    /** How many times as long one takes as another, and how many times the bytes it sends. */
    private interface TimeAndBytes {
        Verdict judge(Estimate ratio, double bytes);
    }

    /** A verdict on times and bytes; empty if the bytes were not counted. */
    private static Optional<Finding> beside(
            Optional<Summary> one, Optional<Summary> other, String text, TimeAndBytes verdict) {
        return PaperResults.both(
                one.filter(each -> each.bytes().isKnown()),
                other.filter(each -> each.bytes().isKnown()),
                (first, second) -> {
                    Estimate ratio = first.over(second);
                    return new Finding(
                            verdict.judge(ratio, first.bytes().over(second.bytes())),
                            text.formatted(Cells.unmarked(ratio)) + ", with " + Cells.whole(first.bytes())
                                    + " bytes instead of " + Cells.whole(second.bytes()),
                            ratio.isSure()
                                    && first.bytes().isExact()
                                    && second.bytes().isExact());
                });
    }

    private static Optional<Finding> constantContext(PaperResults results, String transport) {
        return overAllMethods(each -> results.contextMicros(transport, each))
                .map(all -> new Finding(
                        Verdict.alike(all),
                        "%s to %s us over %s"
                                .formatted(
                                        Cells.unmarked(Collections.min(all, BY_VALUE)),
                                        Cells.unmarked(Collections.max(all, BY_VALUE)),
                                        transport),
                        all.stream().allMatch(Estimate::isSure)));
    }

    /** If either difference may be zero, there is no ratio. */
    private static Optional<Finding> references(PaperResults results) {
        return PaperResults.both(
                results.contextMicros(IIOP, Payload.INT_100),
                results.contextMicros(NATIVE, Payload.INT_100),
                (iiop, other) -> {
                    boolean isThere = iiop.of(0) == Estimate.Side.ABOVE && other.of(0) == Estimate.Side.ABOVE;
                    double published = PublishedFigures.contextMillis(PublishedFigures.IIOP, Payload.INT_100)
                            / PublishedFigures.contextMillis(JBOSS_REMOTING, Payload.INT_100);
                    return new Finding(
                            isThere ? Verdict.byRatio(iiop.over(other), published) : Verdict.CANNOT_TELL,
                            "%s us over IIOP, %s over native".formatted(Cells.unmarked(iiop), Cells.unmarked(other)),
                            iiop.isSure() && other.isSure());
                });
    }

    private static Optional<Finding> inside(PaperResults results, String transport) {
        return PaperResults.both(
                        results.demarcationInside(transport, Steps.TOTAL),
                        results.demarcation(transport, Steps.TOTAL),
                        Summary::over)
                .map(part -> Finding.of(
                        Verdict.nearlyFree(part),
                        "%s %% of what it costs a remote client over " + transport,
                        part.times(100)));
    }

    private static Optional<Finding> log(PaperResults results, String transport) {
        return results.logRatio(transport, DERBY)
                .map(ratio -> ratio.minus(Estimate.exactly(1)))
                .map(added -> Finding.of(
                        Verdict.nearlyFree(added),
                        "over " + transport + " with Derby it adds %s %%",
                        added.times(100)));
    }

    private static Claim overhead(String transport, String published) {
        double percent = Split.published(published).all().value();
        return new Claim(
                "A transaction of two servers adds %s %% over %s to its work."
                        .formatted(Figures.whole(percent), published),
                Figures.whole(percent) + " %",
                results -> results.commitRatio(transport, DERBY)
                        .map(ratio -> ratio.minus(Estimate.exactly(1)).times(100))
                        .map(measured -> Finding.of(
                                Verdict.bySize(measured, percent),
                                "%s %% over " + transport + " with Derby",
                                measured)));
    }
}
