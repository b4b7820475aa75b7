package dev.assent.server.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the demo writes, and what it can show there: colours and a moving bar on a terminal, plain lines
 * in a file or a pipe.
 *
 * <p>Thread safety: safe to share; {@link #mute} may be called by any thread.
 */
final class Terminal {
    private static final int STANDARD_OUTPUT = 1;

    private final PrintStream out;
    private final boolean interactive;
    private final boolean coloured;
    private final boolean unicode;
    private volatile boolean muted;

    /**
     * A terminal over a stream.
     *
     * @param interactive whether a person looks at it, so that lines may be overwritten
     * @param coloured whether colours are shown
     * @param unicode whether blocks and check marks can be written
     */
    Terminal(PrintStream out, boolean interactive, boolean coloured, boolean unicode) {
        this.out = out;
        this.interactive = interactive;
        this.coloured = coloured;
        this.unicode = unicode;
    }

    /** Standard output of this process, as it is. */
    static Terminal ofThisProcess() {
        boolean interactive = isTerminal(STANDARD_OUTPUT) && !"dumb".equals(System.getenv("TERM"));
        boolean coloured = interactive && System.getenv("NO_COLOR") == null;
        String encoding = System.getProperty(
                "stdout.encoding", // Java 19 and later
                System.getProperty(
                        "sun.stdout.encoding", // before, and only on a terminal
                        Charset.defaultCharset().name()));
        return new Terminal(
                System.out, interactive, coloured, encoding.equalsIgnoreCase(StandardCharsets.UTF_8.name()));
    }

    /**
     * Asks the kernel, where that is Linux: Java says only whether input and output are terminals both. The older terminals of
     * Windows, which set neither variable, would show escape sequences as they are.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException noProc) {
            return System.console() != null && (System.getenv("TERM") != null || System.getenv("WT_SESSION") != null);
        }
    }

    /** Whether lines may be overwritten. */
    boolean isInteractive() {
        return interactive;
    }

    /** Writes a line. */
    void line(String text) {
        if (!muted) {
            out.println(text);
        }
    }

    /** Overwrites the current line of an interactive terminal. */
    void overwrite(String text) {
        if (!muted) {
            out.print("\r" + text + "\033[K");
            out.flush();
        }
    }

    /** Writes nothing from now on: the process is being ended from outside. */
    void mute() {
        muted = true;
    }

    /** A heading. */
    String bold(String text) {
        return paint("1", text);
    }

    /** Something of less weight. */
    String faint(String text) {
        return paint("2", text);
    }

    /** Something that is right. */
    String good(String text) {
        return paint("32", text);
    }

    /** Something that is wrong. */
    String bad(String text) {
        return paint("1;31", text);
    }

    private String paint(String code, String text) {
        return coloured ? "\033[" + code + "m" + text + "\033[0m" : text;
    }

    /** A horizontal bar: {@code filled} of {@code width} columns, to an eighth of a column if possible. */
    String bar(double filled, int width) {
        double columns = Math.max(0, Math.min(width, filled));
        if (!unicode) {
            return "#".repeat((int) Math.round(columns));
        }
        int eighths = (int) Math.round(columns * 8);
        String part = eighths % 8 == 0 ? "" : String.valueOf((char) (0x2590 - eighths % 8));
        return "\u2588".repeat(eighths / 8) + part;
    }
}
