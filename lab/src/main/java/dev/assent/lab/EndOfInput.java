package dev.assent.lab;

import java.io.IOException;

/** How a process is told to end: by the end of its input, which comes also when who started it was killed. */
public final class EndOfInput {
    private EndOfInput() {}

    /** Waits for it; nothing is said before. */
    public static void await() throws IOException {
        while (System.in.read() >= 0) {
            // it is not looked at
        }
    }
}
