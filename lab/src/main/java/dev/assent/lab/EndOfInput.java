package dev.assent.lab;

import java.io.IOException;

/** A process ends when its input ends. That also happens if the process that started it is killed. */
public final class EndOfInput {
    private EndOfInput() {}

    /** Waits for it; nothing is said before. */
    public static void await() throws IOException {
        while (System.in.read() >= 0) {
            // it is not looked at
        }
    }
}
