package dev.assent.lab.report;

import java.util.List;

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
     * @param isRemark whether it is one on what comes before, rather than the thing itself
     */
    record Paragraph(String text, boolean isRemark) implements Block {}

    /**
     * Sentences below each other.
     *
     * @param caption above them
     */
    record Points(String caption, List<String> sentences) implements Block {}

    /**
     * A table of words.
     *
     * @param caption above it
     * @param header of each column
     * @param rows each with as many cells
     */
    record Words(String caption, List<String> header, List<List<String>> rows) implements Block {}

    /**
     * A table of figures; its first column has their names.
     *
     * @param caption above it
     * @param header of each column
     * @param rows each with as many cells
     */
    record Table(String caption, List<String> header, List<List<String>> rows) implements Block {}

    /**
     * Bars in groups, each of segments that add up.
     *
     * @param title above it
     * @param unit of the values
     * @param series what the segments are, from the bottom; their colours are the same in all charts of a report
     * @param groups beside each other
     */
    record Chart(String title, String unit, List<String> series, List<Group> groups) implements Block {
        /** Milliseconds, as a unit. */
        public static final String MILLIS = "ms";

        /** Microseconds, as a unit. */
        public static final String MICROS = "us";
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
     * @param name what it is, told when one points at it
     * @param values of the segments, not negative; as many as there are series, of which those that it does not have are 0
     */
    record Bar(String name, List<Double> values) {
        /** All segments. */
        public double sum() {
            return values.stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /** Charts that are shown beside each other, to be compared. */
    record Pair(Chart left, Chart right) implements Block {}
}
