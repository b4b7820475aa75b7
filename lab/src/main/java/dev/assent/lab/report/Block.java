package dev.assent.lab.report;

import java.util.List;
import java.util.stream.IntStream;

/** A part of a report, whatever it is shown in. */
public sealed interface Block {
    /**
     * A heading.
     *
     * @param level from 1
     */
    record Heading(int level, String text) implements Block {}

    /**
     * Some sentences.
     *
     * @param isRemark whether it is a remark on the block before
     */
    record Paragraph(String text, boolean isRemark) implements Block {}

    /**
     * Sentences below each other.
     *
     * @param caption above them
     */
    record Points(String caption, List<String> sentences) implements Block {}

    /** Sentences that a reader must have read before the rest. */
    record Warning(String text) implements Block {}

    /**
     * A table of words.
     *
     * @param caption above it
     * @param header of each column
     * @param rows below that
     */
    record Words(String caption, List<String> header, List<Line> rows) implements Block {}

    /**
     * A row of words.
     *
     * @param tone its meaning as a whole
     * @param cells as many as there are columns
     */
    record Line(Tone tone, List<String> cells) {}

    /** The meaning of a whole cell or sentence, as a colour. */
    enum Tone {
        /** It is as it was. */
        SAME,
        /** It has changed. */
        OTHER,
        /** It is the contrary. */
        CONTRARY,
        /** Nothing. */
        NONE
    }

    /**
     * A table of figures; its first column has their names.
     *
     * @param caption above it
     * @param columns from the left; those of a group are beside each other
     * @param rows each with as many cells
     */
    record Table(String caption, List<Column> columns, List<List<String>> rows) implements Block {}

    /**
     * Bars in groups, each of segments that add up.
     *
     * @param title above it
     * @param unit of the values
     * @param series the meanings of the segments, from the bottom
     * @param groups beside each other
     */
    record Chart(String title, String unit, List<Series> series, List<Group> groups) implements Block {
        /** Milliseconds, as a unit. */
        public static final String MILLIS = "ms";

        /** Microseconds, as a unit. */
        public static final String MICROS = "us";
    }

    /**
     * The common meaning of segments.
     *
     * @param colour its number, from 0; with more of them than a page has they are used again
     */
    record Series(String name, int colour) {
        /** Each of another colour. */
        public static List<Series> of(List<String> names) {
            return IntStream.range(0, names.size())
                    .mapToObj(at -> new Series(names.get(at), at))
                    .toList();
        }
    }

    /**
     * Some bars beside each other.
     *
     * @param name below them
     */
    record Group(String name, List<Bar> bars) {}

    /**
     * A bar.
     *
     * @param name shown when the reader points at it
     * @param values of the segments, not negative; as many as there are series; 0 for a series that the bar does not
     *     have
     * @param half how far the true end of all segments may be from theirs, either way; not a number if unknown
     */
    record Bar(String name, List<Double> values, double half) {
        /** A bar whose uncertainty is unknown. */
        public Bar(String name, List<Double> values) {
            this(name, values, Double.NaN);
        }

        /** All segments. */
        public double sum() {
            return values.stream().mapToDouble(Double::doubleValue).sum();
        }

        /** Whether there is an interval to be drawn. */
        public boolean hasInterval() {
            return half > 0 && sum() > 0;
        }

        /** The upper end of all that is drawn. */
        public double top() {
            return hasInterval() ? sum() + half : sum();
        }
    }

    /** Charts that are shown beside each other, to be compared. */
    record Pair(Chart left, Chart right) implements Block {}
}
