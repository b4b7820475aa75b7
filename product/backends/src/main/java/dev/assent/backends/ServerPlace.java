package dev.assent.backends;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity and place of a server. Immutable and safe to share.
 *
 * @param title of its kind, for people
 * @param name for people and files
 * @param folder that has the server's folder of data and its log
 * @param port where it listens
 */
public record ServerPlace(String title, String name, Path folder, int port) {
    private static final int LOG_LINES_SHOWN = 15;

    /** The folder of its data. */
    public Path data() {
        return folder.resolve(name);
    }

    /** The file with its output. */
    public Path log() {
        return folder.resolve(name + ".log");
    }

    /** The folder of the archive that makes its starts quick, if it has one. */
    public Path classes() {
        return folder.resolve(name + ".classes");
    }

    /** Appends the output of its processes to its log. */
    ProcessBuilder.Redirect toLog() {
        return ProcessBuilder.Redirect.appendTo(log().toFile());
    }

    /**
     * Call this before each start: another process that has the port would get our connections.
     *
     * @throws IOException when another process has it
     */
    void requirePort() throws IOException {
        if (!FreePort.isSoonFree(port)) {
            throw notStarted("another process has its port " + port, null);
        }
    }

    /** The exception of a failed start. */
    IOException notStarted(String why, @Nullable Throwable cause) {
        return new IOException(
                "%s server '%s' can't be started: %s; the end of its log %s:%n  %s"
                        .formatted(title, name, why, log(), tail()),
                cause);
    }

    private String tail() {
        try {
            List<String> lines = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException unreadable) {
            return "(it can't be read: " + unreadable.getMessage() + ")";
        }
    }
}
