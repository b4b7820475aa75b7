package dev.assent.lab.ping;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.LinuxProcess;
import dev.assent.lab.network.Processors;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * On which processors the two processes of a ping run. Both are measured, since waking a process on another processor
 * takes several times as long as switching to it on the same one.
 */
enum Placement {
    /** Both on the same one. */
    ONE_CPU("Both processes on one CPU"),
    /** Wherever the system puts them. */
    UNPINNED("Both processes on any CPU");

    private final String title;

    Placement(String title) {
        this.title = title;
    }

    /** For people. */
    String title() {
        return title;
    }

    /**
     * The words before a command that let the process run there.
     *
     * @throws IOException when this system does not allow that
     */
    List<String> prefix() throws IOException {
        return this == UNPINNED ? List.of() : Processors.prefix(Processors.last());
    }

    /**
     * Finds out whether this system has what measuring needs.
     *
     * @throws IOException when it has not
     */
    static void check() throws IOException {
        try {
            if (!LinuxProcess.areTold()) {
                throw new IOException("this system does not report the processor time of a process");
            }
            Process taskset = new ProcessBuilder(Stream.concat(ONE_CPU.prefix().stream(), Stream.of("true"))
                            .toList())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (taskset.waitFor() != 0) {
                throw new IOException("taskset ended with status " + taskset.exitValue());
            }
        } catch (IOException lacking) {
            throw new IOException(MESSAGES.systemRefused(lacking.getMessage()), lacking);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(MESSAGES.systemRefused("it was interrupted"), e);
        }
    }
}
