package dev.assent.server;

/** How the platform's log looks on a console: one plain line a notice, with its time. Has no state. */
public final class ConsoleLog {
    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";
    private static final String ONE_LINE = "%1$tFT%1$tT.%1$tL%1$tz %4$s %5$s%6$s%n";

    private ConsoleLog() {}

    /** Call this before anything is logged. If the user has chosen another form, that one stays. */
    public static void onOneLine() {
        if (System.getProperty(FORMAT) == null && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty(FORMAT, ONE_LINE);
        }
    }
}
