package dev.assent.backends;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes stopped by SIGSTOP, which Windows lacks. They behave like processes of a machine whose disk hangs: their
 * sockets stay open, and the system even accepts new connections for them, but nothing is answered. They go on when
 * this object is closed.
 *
 * <p>Thread safety: for one thread; idempotent.
 */
public final class Freeze implements AutoCloseable {
    private final List<ProcessHandle> stopped = new ArrayList<>();

    private Freeze() {}

    /**
     * Stops a process and all its descendants, the process first, so that it starts no more meanwhile.
     *
     * @throws IOException if one can't be stopped; those that were stopped go on
     */
    static Freeze of(ProcessHandle leader) throws IOException {
        Freeze freeze = new Freeze();
        boolean isDone = false;
        try {
            freeze.stop(leader);
            for (ProcessHandle each : leader.descendants().toList()) {
                freeze.stop(each);
            }
            isDone = true;
            return freeze;
        } finally {
            if (!isDone) {
                freeze.close();
            }
        }
    }

    private void stop(ProcessHandle process) throws IOException {
        if (signal("STOP", process)) {
            stopped.add(process);
        } else if (process.isAlive()) {
            throw new IOException("process " + process.pid() + " can't be stopped");
        }
    }

    private static boolean signal(String name, ProcessHandle process) throws IOException {
        ProcessBuilder kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process sending;
        try {
            sending = kill.start();
        } catch (IOException absent) {
            throw new IOException(
                    "process " + process.pid()
                            + " can't be stopped: this system has no program 'kill'; use Linux or macOS",
                    absent);
        }
        try {
            return sending.waitFor() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets all processes go on; one that was killed meanwhile is gone. */
    @Override
    public void close() throws IOException {
        for (ProcessHandle each : stopped) {
            signal("CONT", each);
        }
        stopped.clear();
    }
}
