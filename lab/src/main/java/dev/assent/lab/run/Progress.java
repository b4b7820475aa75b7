package dev.assent.lab.run;

import dev.assent.lab.bank.Bank;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import java.io.PrintStream;
import java.time.Duration;

/** A line on a terminal that tells how far a run is, and how much time is left. Thread safety: one thread. */
final class Progress {
    private static final int BAR = 24;

    private final PrintStream terminal;
    private final boolean isLive;
    private int all;
    private int done;
    private long beganNanos;
    private String now = "";

    /**
     * On a terminal.
     *
     * @param isLive whether a line may be written over; else each is one of its own
     */
    Progress(PrintStream terminal, boolean isLive) {
        this.terminal = terminal;
        this.isLive = isLive;
    }

    void begin(int subjects) {
        all = subjects;
        beganNanos = System.nanoTime();
    }

    void at(Experiment experiment, Setup setup, Subject subject) {
        String scenario = setup.scenario().isEmpty() ? "" : ", " + setup.scenario();
        String bank = setup.bank() == Bank.NONE ? "" : ", " + setup.bank().name();
        String clients = subject.clients() == 1 ? "" : ", " + subject.clients() + " clients";
        now = experiment.name() + ": " + setup.transport() + bank + scenario + ", " + subject.name() + clients;
        show();
    }

    void done() {
        done++;
        if (done == all) {
            now = "done";
            show();
            if (isLive) {
                terminal.println();
            }
        }
    }

    private void show() {
        int filled = all == 0 ? 0 : BAR * done / all;
        String line = "[%s%s] %d of %d, %s left; %s"
                .formatted("#".repeat(filled), ".".repeat(BAR - filled), done, all, left(), now);
        if (isLive) {
            terminal.print("\r\033[K" + line);
            terminal.flush();
        } else {
            terminal.println(line);
        }
    }

    private String left() {
        if (done == 0) {
            return "?";
        }
        long seconds = Duration.ofNanos((System.nanoTime() - beganNanos) / done * (all - done))
                .toSeconds();
        return "%d:%02d".formatted(seconds / 60, seconds % 60);
    }
}
