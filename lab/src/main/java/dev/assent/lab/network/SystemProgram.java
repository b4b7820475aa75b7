package dev.assent.lab.network;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Programs of the system that make networks. */
final class SystemProgram {
    private static final int SECONDS_MAX = 120;

    private SystemProgram() {}

    /**
     * Runs one, and waits for its end.
     *
     * @param command its name, and its arguments
     * @throws IOException when it is not there, or is refused; the message names the program and its reason
     */
    static void run(List<String> command) throws IOException {
        output(command);
    }

    /** As {@link #run}; the lines that it says. */
    static List<String> output(List<String> command) throws IOException {
        return output(command, SECONDS_MAX);
    }

    /** As {@link #run}, but it is killed when it has not ended in so many seconds. */
    static List<String> output(List<String> command, int secondsMax) throws IOException {
        requireOnPath(command.get(0));
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .start();
        // the first to set it wins: the program has ended, or it is late and is killed
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> killing = CompletableFuture.runAsync(
                () -> {
                    if (over.compareAndSet(false, true)) {
                        process.destroyForcibly();
                    }
                },
                CompletableFuture.delayedExecutor(secondsMax, TimeUnit.SECONDS));
        try (BufferedReader said = process.inputReader()) {
            List<String> lines = said.lines().toList();
            int status = process.waitFor();
            killing.cancel(false);
            if (!over.compareAndSet(false, true)) {
                throw new IOException("'%s' did not end in %d s".formatted(String.join(" ", command), secondsMax));
            }
            if (status != 0) {
                throw new IOException("'%s' said '%s'".formatted(String.join(" ", command), last(lines)));
            }
            return lines;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while '%s' ran".formatted(command.get(0)), ending);
        }
    }

    private static String last(List<String> lines) {
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /**
     * Looks for one.
     *
     * @throws IOException when it is not there
     */
    static void requireOnPath(String program) throws IOException {
        if (!isOnPath(program)) {
            throw new IOException("there is no program '" + program + "' on the PATH");
        }
    }

    /** Whether it is there. */
    static boolean isOnPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator)).anyMatch(folder -> isIn(folder, program));
    }

    private static boolean isIn(String folder, String program) {
        try {
            return Files.isExecutable(Path.of(folder, program));
        } catch (InvalidPathException quoted) { // as Windows allows it on its PATH
            return false;
        }
    }
}
