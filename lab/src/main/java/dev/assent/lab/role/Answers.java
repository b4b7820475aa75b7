package dev.assent.lab.role;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answers of a role's process to the lab, in lines on its standard output. Nothing else gets there: the output of
 * drivers, libraries and other code goes to its standard error, which people see.
 *
 * <p>Thread safety: all methods may be called by any thread; no line gets into another one.
 */
final class Answers {
    private static final String FAILED = "failed ";

    private final PrintStream out;

    private Answers(PrintStream out) {
        this.out = out;
    }

    /** Takes the standard output of this process; to be called before anything else is done. */
    static Answers take() {
        Answers taken = new Answers(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        System.setOut(System.err);
        return taken;
    }

    /** Says it, in one line or in several. */
    void say(String answer) {
        out.println(answer);
    }

    /** Answers in one line that the order has failed, and why; the stack trace goes to the standard error. */
    void fail(Throwable why) {
        why.printStackTrace();
        String all = Stream.iterate(why, Objects::nonNull, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining(", by "));
        say(FAILED + all.replaceAll("\\R", " "));
    }
}
