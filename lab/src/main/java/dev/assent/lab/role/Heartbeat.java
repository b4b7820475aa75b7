package dev.assent.lab.role;

import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * While a process works it reports each second how far it is, in {@link Answers} of its own. So the process that asked
 * for the work can tell work that takes long from work that hangs. Opened and closed by one thread.
 */
final class Heartbeat implements AutoCloseable {
    private static final String BEGINNING = "at ";
    private static final int SECONDS = 1;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "heartbeat");
        made.setDaemon(true);
        return made;
    });

    private Heartbeat() {}

    /** From now on it says how much is done. */
    static Heartbeat of(LongSupplier done, Answers answers) {
        Heartbeat beat = new Heartbeat();
        beat.thread.scheduleAtFixedRate(
                () -> answers.say(BEGINNING + done.getAsLong()), SECONDS, SECONDS, TimeUnit.SECONDS);
        return beat;
    }

    /** How much is done by a line; empty when the line is another one. */
    static OptionalLong parse(String line) {
        return line.startsWith(BEGINNING)
                ? OptionalLong.of(Long.parseLong(line.substring(BEGINNING.length())))
                : OptionalLong.empty();
    }

    /** Once it returns, nothing more is said. */
    @Override
    public void close() {
        thread.shutdownNow();
        boolean isInterrupted = false;
        try {
            while (!thread.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
                // a line is being written
            }
        } catch (InterruptedException ending) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
