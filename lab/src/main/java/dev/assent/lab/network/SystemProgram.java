package dev.assent.lab.network;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the system, by which networks are made. */
final class SystemProgram {
    private static final int SECONDS_MAX = 10;

    private SystemProgram() {}

    /**
     * Runs one, and waits for its end.
     *
     * @param command its name, and its arguments
     * @throws IOException when it is not there, or is refused; the message says by whom, and why
     */
    static void run(List<String> command) throws IOException {
        output(command);
    }

    /** As {@link #run}; the lines that it says. */
    static List<String> output(List<String> command) throws IOException {
        requireOnPath(command.get(0));
        Path said = Files.createTempFile("assent-lab-", ".said");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("'%s' did not end in %d s".formatted(String.join(" ", command), SECONDS_MAX));
            }
            if (process.exitValue() != 0) {
                throw new IOException("'%s' said '%s'".formatted(String.join(" ", command), lastLine(said)));
            }
            return Files.readAllLines(said);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while '%s' ran".formatted(command.get(0)), ending);
        } finally {
            Files.delete(said);
        }
    }

    private static String lastLine(Path said) throws IOException {
        List<String> lines = Files.readAllLines(said);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /**
     * Looks for one.
     *
     * @throws IOException when it is not there
     */
    static void requireOnPath(String program) throws IOException {
        String path = System.getenv().getOrDefault("PATH", "");
        if (Arrays.stream(path.split(File.pathSeparator))
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, program)))) {
            throw new IOException("there is no program '" + program + "' on the PATH");
        }
    }
}
