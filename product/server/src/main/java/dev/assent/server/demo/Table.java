package dev.assent.server.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lines of aligned columns, of fixed width so that each line can be written as soon as it is known.
 *
 * <p>Immutable and safe to share.
 */
final class Table {
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    private final List<Column> columns;

    /**
     * A column.
     *
     * @param title above it; its width counts too
     * @param width the least number of characters
     * @param right whether its cells are aligned at the right, as numbers are
     */
    record Column(String title, int width, boolean right) {
        static Column text(String title, int width) {
            return new Column(title, width, false);
        }

        static Column number(String title, int width) {
            return new Column(title, width, true);
        }
    }

    Table(Column... columns) {
        this.columns = List.of(columns);
    }

    /** The titles. */
    String header() {
        return line(columns.stream().map(Column::title).toList(), UnaryOperator.identity());
    }

    /** A line of cells, one for each column. */
    String row(Object... cells) {
        return line(Arrays.stream(cells).map(Object::toString).toList(), UnaryOperator.identity());
    }

    /** A line whose last cell is painted, which does not count as width. */
    String row(UnaryOperator<String> paintLast, Object... cells) {
        return line(Arrays.stream(cells).map(Object::toString).toList(), paintLast);
    }

    private String line(List<String> cells, UnaryOperator<String> paintLast) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns.size() + " columns");
        }
        List<String> padded = new ArrayList<>(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            Column column = columns.get(i);
            boolean last = i == cells.size() - 1;
            String cell = last && !column.right() ? cells.get(i) : pad(cells.get(i), column);
            padded.add(last ? paintLast.apply(cell) : cell);
        }
        return (INDENT + String.join(GAP, padded)).stripTrailing();
    }

    private static String pad(String cell, Column column) {
        int width = Math.max(column.width(), column.title().length());
        String space = " ".repeat(Math.max(0, width - cell.length()));
        return column.right() ? space + cell : cell + space;
    }
}
