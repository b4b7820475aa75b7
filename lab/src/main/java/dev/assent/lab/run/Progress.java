package dev.assent.lab.run;

import dev.assent.lab.result.Measure;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A line on a terminal that tells how far a run is, and how much time is left. Thread safety: one thread. */
final class Progress {
    private static final int BAR = 24;

    private final PrintStream out;
    private final Terminal terminal;
    private final LongSupplier nanoTime;
    private int all;
    private int done;
    private double part;
    private long beganNanos;
    private String now = "";

    /**
     * Nothing is said yet.
     *
     * @param terminal where a line is written over; without one each is a line of its own, once for each subject
     * @param nanoTime tells the time
     */
    Progress(PrintStream out, Terminal terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
    }

    void begin(int subjects) {
        all = subjects;
        beganNanos = nanoTime.getAsLong();
    }

    void at(Measure.Key subject) {
        part = 0;
        now = subject.toString();
        show();
    }

    /**
     * The subject is not done yet.
     *
     * @param ofIt how much of it is done, from 0 to 1
     */
    void within(double ofIt) {
        part = Math.min(1, ofIt);
        if (terminal.isThere()) {
            show();
        }
    }

    void done() {
        skip(1);
    }

    /** So many subjects need not be waited for any more. */
    void skip(int subjects) {
        part = 0;
        done += subjects;
        if (done == all) {
            now = "done";
            show();
            if (terminal.isThere()) {
                out.println();
            }
        }
    }

    private void show() {
        int filled = all == 0 ? 0 : (int) (BAR * (done + part) / all);
        String line = "[%s%s] %d of %d, %s left; %s"
                .formatted("#".repeat(filled), ".".repeat(BAR - filled), done, all, left(), now);
        if (terminal.isThere()) {
            out.print("\r\033[K" + terminal.cut(line));
            out.flush();
        } else {
            out.println(line);
        }
    }

    private String left() {
        if (done + part == 0) {
            return "?";
        }
        long seconds = Duration.ofNanos(
                        (long) ((nanoTime.getAsLong() - beganNanos) / (done + part) * (all - done - part)))
                .toSeconds();
        return "%d:%02d".formatted(seconds / 60, seconds % 60);
    }
}
