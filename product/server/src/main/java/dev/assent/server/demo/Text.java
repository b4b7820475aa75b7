package dev.assent.server.demo;

import java.util.Locale;

/** Texts of the demo, which are English, and so are the numbers in them, whatever the user's locale. */
final class Text {
    private Text() {}

    /** As {@link String#format}. */
    static String of(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** A number of things: {@code 1 transfer}, {@code 2,000 transfers}. */
    static String count(long number, String thing) {
        return of("%,d %s", number, number == 1 ? thing : thing + "s");
    }
}
