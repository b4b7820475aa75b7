package dev.assent.server.demo;

/**
 * Shows how far a long piece of work is: a moving bar on a terminal, a line for every quarter elsewhere.
 *
 * <p>Thread safety: confined to one thread.
 */
final class ProgressBar {
    private static final int WIDTH = 40;
    private static final int PLAIN_LINES = 4;

    private final Terminal terminal;
    private final String what;
    private final long goal;
    private int linesWritten;

    /** A bar for {@code goal} pieces of {@code what}. */
    ProgressBar(Terminal terminal, String what, long goal) {
        this.terminal = terminal;
        this.what = what;
        this.goal = goal;
    }

    /** Shows that {@code done} pieces are done after {@code seconds}. */
    void show(long done, double seconds) {
        if (terminal.isInteractive()) {
            terminal.overwrite(render(done, seconds));
        } else if (done * PLAIN_LINES / goal > linesWritten) {
            linesWritten = (int) (done * PLAIN_LINES / goal);
            terminal.line(text(done, seconds));
        }
    }

    /** Takes the bar away again. */
    void clear() {
        if (terminal.isInteractive()) {
            terminal.overwrite("");
        }
    }

    /** The bar with its text. */
    String render(long done, double seconds) {
        String bar = terminal.bar((double) done * WIDTH / goal, WIDTH);
        return "  [" + bar + " ".repeat(WIDTH - bar.length()) + "]" + text(done, seconds);
    }

    private String text(long done, double seconds) {
        long perSecond = seconds > 0 ? Math.round(done / seconds) : 0;
        return Text.of("  %3d %%  %,d of %,d %s, %,d/s", 100 * done / goal, done, goal, what, perSecond);
    }
}
