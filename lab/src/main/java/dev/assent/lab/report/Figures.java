package dev.assent.lab.report;

import java.util.Locale;

/** Numbers for people: as many digits as say something. */
public final class Figures {
    private static final String NONE = "";

    private Figures() {}

    /** Three significant digits; empty if it is not a number. */
    public static String of(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Milliseconds as papers have them; empty if it is not a number. */
    public static String published(double millis) {
        return Double.isNaN(millis) ? NONE : String.format(Locale.ROOT, "%.2f", millis);
    }

    /** As short as possible. */
    public static String ofAxis(double value) {
        if (value >= 1 || value == 0) {
            return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
        }
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** A whole number. */
    public static String whole(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** A whole number with its sign. */
    public static String signed(double value) {
        return String.format(Locale.ROOT, "%+,.0f", value);
    }

    /** How far an interval goes to each side. */
    public static String around(double low, double high) {
        return Double.isNaN(low) ? NONE : "± " + of((high - low) / 2);
    }

    /** How many times as much. */
    public static String ratio(double value, double other) {
        return Double.isNaN(value) || Double.isNaN(other) || other == 0
                ? NONE
                : String.format(Locale.ROOT, value / other >= 10 ? "%.0f" : "%.2f", value / other);
    }
}
