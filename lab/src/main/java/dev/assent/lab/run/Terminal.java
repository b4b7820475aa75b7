package dev.assent.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terminal to which the errors of this process go, and its progress. Immutable.
 *
 * @param columns its width; 0 when they go to no terminal
 */
record Terminal(int columns) {
    /** They go to a file, or to another program. */
    static final Terminal NONE = new Terminal(0);

    /** Set for a process whose errors go where those of this one go. */
    private static final String COLUMNS = "ASSENT_LAB_TERMINAL_COLUMNS";

    private static final int COLUMNS_DEFAULT = 80;

    /** Where Linux says what errors are written to; a terminal is one of these devices. */
    private static final Path ERRORS = Path.of("/proc/self/fd/2");

    private static final Path PSEUDO_TERMINALS = Path.of("/dev/pts");
    private static final String TERMINALS = "/dev/tty";

    /** This process's terminal, as the process that started it reports it, or otherwise the system. */
    static Terminal find() {
        @Nullable String told = System.getenv(COLUMNS);
        if (told != null) {
            return new Terminal(Integer.parseInt(told));
        }
        try {
            Path errors = Files.readSymbolicLink(ERRORS);
            return errors.startsWith(PSEUDO_TERMINALS) || errors.toString().startsWith(TERMINALS)
                    ? new Terminal(columns(errors))
                    : NONE;
        } catch (IOException notLinux) {
            // the older terminals of Windows set neither, and would show escape sequences as they are
            boolean isThere =
                    System.console() != null && (System.getenv("TERM") != null || System.getenv("WT_SESSION") != null);
            return isThere ? new Terminal(COLUMNS_DEFAULT) : NONE;
        }
    }

    private static int columns(Path device) {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(device.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] rowsAndColumns = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int columns = rowsAndColumns.length == 2 ? Integer.parseInt(rowsAndColumns[1]) : 0;
            return columns == 0 ? COLUMNS_DEFAULT : columns;
        } catch (IOException missing) {
            return COLUMNS_DEFAULT;
        }
    }

    /** For a process whose errors go to the same. */
    Map<String, String> environment() {
        return Map.of(COLUMNS, Integer.toString(columns));
    }

    boolean isThere() {
        return columns > 0;
    }

    /** As much of a line as it shows in one. */
    String cut(String line) {
        return line.length() < columns ? line : line.substring(0, columns - 1);
    }
}
