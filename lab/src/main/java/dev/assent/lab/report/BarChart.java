package dev.assent.lab.report;

import java.util.List;
import java.util.Locale;

/** Draws a {@link Block.Chart} as SVG, in the colours of the page that it is in. */
final class BarChart {
    private static final int WIDTH = 620;
    private static final int HEIGHT = 300;
    private static final int LEFT = 68;
    private static final int RIGHT = 8;
    private static final int TOP = 14;
    private static final int BOTTOM = 62;
    private static final int TICKS = 5;

    /** As many as the page has. */
    private static final int COLOURS = 8;

    private static final double BETWEEN_GROUPS = 0.28;
    private static final double BETWEEN_BARS = 0.08;

    /** Half of the line across the end of an interval. */
    private static final double CAP_MAX = 5;

    private final Block.Chart chart;
    private final double top;
    private final double tick;
    private final StringBuilder svg = new StringBuilder();

    private BarChart(Block.Chart chart) {
        this.chart = chart;
        double highest = chart.groups().stream()
                .flatMap(group -> group.bars().stream())
                .mapToDouble(Block.Bar::top)
                .max()
                .orElse(1);
        this.tick = tick(highest <= 0 ? 1 : highest);
        this.top = Math.max(1, Math.ceil(highest / tick)) * tick;
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double tick(double highest) {
        double rough = highest / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digits = rough / power;
        return (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10) * power;
    }

    /** The CSS class for the shapes of a series. */
    static String colour(Block.Series series) {
        return "s" + series.colour() % COLOURS;
    }

    static String svg(Block.Chart chart) {
        return new BarChart(chart).draw();
    }

    private String draw() {
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                HEIGHT,
                Escaped.text(chart.title())));
        axis();
        List<Block.Group> groups = chart.groups();
        double width = (double) (WIDTH - LEFT - RIGHT) / Math.max(1, groups.size());
        for (int i = 0; i < groups.size(); i++) {
            draw(groups.get(i), LEFT + i * width, width);
        }
        return svg.append("</svg>").toString();
    }

    private double y(double value) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
    }

    private void axis() {
        for (int i = 0; i * tick <= top * (1 + 1e-9); i++) {
            double y = y(i * tick);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                            + "<text class=\"tick\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y,
                    y,
                    LEFT - 6,
                    y + 3.5,
                    Figures.ofAxis(i * tick)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"unit\" transform=\"translate(10 %d) rotate(-90)\">%s</text>%n",
                (TOP + HEIGHT - BOTTOM) / 2,
                Escaped.text(chart.unit())));
    }

    private void draw(Block.Group group, double left, double width) {
        double inner = width * (1 - BETWEEN_GROUPS);
        double each = inner / Math.max(1, group.bars().size());
        for (int i = 0; i < group.bars().size(); i++) {
            draw(group.bars().get(i), left + width * BETWEEN_GROUPS / 2 + i * each, each * (1 - BETWEEN_BARS), group);
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"name\" transform=\"translate(%.1f %d) rotate(-28)\">%s</text>%n",
                left + width / 2 + 4,
                HEIGHT - BOTTOM + 14,
                Escaped.text(group.name())));
    }

    private void draw(Block.Bar bar, double x, double width, Block.Group group) {
        double below = 0;
        for (int i = 0; i < bar.values().size(); i++) {
            double value = bar.values().get(i);
            if (value > 0) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                                + "<title>%s, %s: %s %s %s</title></rect>%n",
                        colour(chart.series().get(i)),
                        x,
                        y(below + value),
                        width,
                        y(below) - y(below + value),
                        Escaped.text(group.name()),
                        Escaped.text(bar.name()),
                        Escaped.text(chart.series().get(i).name()),
                        Figures.of(value),
                        Escaped.text(chart.unit())));
                below += value;
            }
        }
        if (bar.hasInterval()) {
            interval(bar, x + width / 2, Math.min(CAP_MAX, width / 4));
        }
    }

    /** From its lower end to its upper end, with a cap at each. */
    private void interval(Block.Bar bar, double middle, double cap) {
        double low = y(Math.max(0, bar.sum() - bar.half()));
        double high = y(bar.top());
        svg.append(String.format(
                Locale.ROOT,
                "<path class=\"interval\" d=\"M%.1f %.1fh%.1fm%.1f 0V%.1fm%.1f 0h%.1f\"/>%n",
                middle - cap,
                high,
                2 * cap,
                -cap,
                low,
                -cap,
                2 * cap));
    }
}
