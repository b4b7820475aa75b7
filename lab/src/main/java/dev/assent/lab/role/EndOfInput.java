package dev.assent.lab.role;

import java.io.IOException;

/** How a process is told to end: by the end of its input, which comes also when who started it was killed. */
final class EndOfInput {
    private EndOfInput() {}

    /** Nothing is said before. */
    static void await() throws IOException {
        while (System.in.read() >= 0) {
            // it is not looked at
        }
    }
}
