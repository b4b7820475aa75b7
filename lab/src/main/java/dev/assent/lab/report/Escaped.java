package dev.assent.lab.report;

/** Text for HTML. */
final class Escaped {
    private Escaped() {}

    static String text(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
