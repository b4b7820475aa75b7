package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Pair;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Count;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Experiment 1 in a report. Immutable. */
record PlainSection(PaperResults measured) implements Section {
    /** Values over TCP with nothing around them: no transport. */
    static final String RAW = "tcp";

    private static final Published PUBLISHED = new PlainInvocations().published();
    private static final double MICROS_PER_MILLI = 1_000;

    @Override
    public List<Block> figures() {
        List<String> transports = measured.transports(PlainInvocations.NAME);
        MethodFigures figures = new MethodFigures(PUBLISHED, transports);
        return List.of(
                new Pair(
                        MethodFigures.chart(
                                "Published",
                                Chart.MILLIS,
                                PUBLISHED.transports(),
                                (transport, method) ->
                                        published(transport, method).map(figure -> Estimate.exactly(figure.millis()))),
                        MethodFigures.chart(
                                "Measured",
                                Chart.MICROS,
                                transports,
                                (transport, method) ->
                                        measured.plain(transport, method).map(Summary::time))),
                figures.times("Time of a call", measured::plain),
                figures.bytes("Bytes of request and reply, " + Cells.COUNTED, measured::plain),
                figures.ratios("Time, in multiples of the fastest transport's (without " + RAW + ")", measured::plain));
    }

    private static Optional<Published.Figure> published(String transport, Payload method) {
        return PUBLISHED.find(transport, method.method());
    }

    @Override
    public List<String> differences() {
        List<String> sentences = new ArrayList<>();
        for (String transport : measured.transports(PlainInvocations.NAME)) {
            Counterpart.of(transport).ifPresent(other -> {
                speed(transport, other).ifPresent(sentences::add);
                bytes(transport, other).ifPresent(sentences::add);
                growth(transport, other).ifPresent(sentences::add);
            });
            values(transport).ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> speed(String transport, String other) {
        return Ranking.ofMethods(method -> PaperResults.both(
                        published(other, method),
                        measured.plain(transport, method),
                        (figure, found) -> Estimate.exactly(figure.millis() * MICROS_PER_MILLI)
                                .over(found.time())))
                .map(range -> "Over %s a call is %s times as fast as was published for %s."
                        .formatted(transport, range, other));
    }

    private Optional<String> bytes(String transport, String other) {
        return Ranking.ofMethods(method -> PaperResults.both(
                        published(other, method),
                        measured.plain(transport, method),
                        (figure, found) -> times(found.bytes(), figure.bytes())))
                .map(range -> "A call over %s exchanges %s times the bytes that were published for %s."
                        .formatted(transport, range, other));
    }

    /** If other processes may have sent some of these bytes, the uncertainty is unknown. */
    private static Estimate times(Count now, double then) {
        return new Estimate(now.value() / then, now.isExact() ? 0 : Double.NaN, true);
    }

    /** The cost of 100 times as many characters. */
    private Optional<String> growth(String transport, String other) {
        double then = PublishedFigures.plainMillis(other, Payload.STRING_10000)
                / PublishedFigures.plainMillis(other, Payload.STRING_100);
        return PaperResults.both(
                        measured.plain(transport, Payload.STRING_10000),
                        measured.plain(transport, Payload.STRING_100),
                        Summary::over)
                .map(now ->
                        "From 100 characters to 10,000 the time of a call over %s grows %s times; published were %s times."
                                .formatted(transport, Cells.unmarked(now), Figures.of(then)));
    }

    /**
     * If an array holds one instance many times, a transport need not send it more than once: these say nothing of it.
     */
    private Optional<String> values(String transport) {
        return transport.equals(RAW)
                ? Optional.empty()
                : Ranking.ofMethods(method -> method == Payload.DATA_SET_10 || method == Payload.DATA_SET_100
                                ? Optional.empty()
                                : PaperResults.both(
                                        measured.plain(RAW, method),
                                        measured.plain(transport, method),
                                        (raw, found) -> raw.over(found).times(100)))
                        .map(range -> ("Over raw TCP, the bytes of a call's values take %2$s %% of the time of a call"
                                        + " over %1$s (above 100 %%, this run measured raw TCP as slower).")
                                .formatted(transport, range));
    }
}
