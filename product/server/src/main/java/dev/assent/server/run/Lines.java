package dev.assent.server.run;

import java.io.PrintWriter;

/** Prints lines, and flushes after each so that a reader sees it at once. Confined to one thread. */
record Lines(PrintWriter out) {
    void say(String line) {
        out.println(line);
        out.flush();
    }
}
