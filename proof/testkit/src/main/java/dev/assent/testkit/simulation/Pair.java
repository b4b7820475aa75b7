package dev.assent.testkit.simulation;

import java.util.Comparator;

/**
 * A call that a node makes or takes through a port, and a fault in it.
 *
 * @param call the interface and the method, or a message and where it is
 * @param fault the name of the fault
 */
public record Pair(String call, String fault) implements Comparable<Pair> {
    private static final Comparator<Pair> ORDER =
            Comparator.comparing(Pair::call).thenComparing(Pair::fault);

    @Override
    public int compareTo(Pair other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return call + ": " + fault;
    }
}
