package dev.assent.server.run;

import java.io.PrintWriter;

/** Says lines, each of which is there for a reader at once. Confined to one thread. */
record Lines(PrintWriter out) {
    void say(String line) {
        out.println(line);
        out.flush();
    }
}
