package dev.assent.lab.invocations;

import dev.assent.lab.report.Block.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The colour of each transport: the same in all charts, and of the paper's and ours in its place. */
final class Palette {
    private static final Map<String, Integer> COLOURS = Map.of("native", 0, "iiop", 1, "soap", 2);

    /** Colours of the transports that the paper lacks, in their order. */
    private static final int[] OTHERS = {3, 4, 6, 7};

    private static final int CONTEXT = 5;

    private Palette() {}

    /** The series of transports, the paper's or ours. */
    static List<Series> of(List<String> transports) {
        List<Series> series = new ArrayList<>();
        int others = 0;
        for (String each : transports) {
            Integer colour = COLOURS.get(Counterpart.inPlaceOf(each));
            series.add(new Series(each, colour == null ? OTHERS[others++ % OTHERS.length] : colour));
        }
        return series;
    }

    /** The series of transports, each with the addition of a context. */
    static List<Series> withContext(List<String> transports) {
        List<Series> series = of(transports);
        series.add(new Series("context", CONTEXT));
        return series;
    }
}
