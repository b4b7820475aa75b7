package dev.assent.server.crash;

import java.util.List;

/**
 * The processes that the tour kills at a point: the one with the node, the servers of the two sides, or all together.
 */
public enum CrashTarget {
    /** The process alone. */
    NODE("the node", true),
    /** The process and the first side's server. */
    NODE_AND_NORTH("the node and the server in the north", true, 0),
    /** The process and the second side's server. */
    NODE_AND_SOUTH("the node and the server in the south", true, 1),
    /** The process and both servers. */
    NODE_AND_BOTH("the node and both servers", true, 0, 1),
    /** The first side's server, under a process that lives on. */
    NORTH("the server in the north", false, 0),
    /** The second side's server, under a process that lives on. */
    SOUTH("the server in the south", false, 1),
    /** Both servers, under a process that lives on. */
    BOTH("both servers", false, 0, 1);

    private final String title;
    private final boolean node;
    private final List<Integer> sides;

    CrashTarget(String title, boolean node, Integer... sides) {
        this.title = title;
        this.node = node;
        this.sides = List.of(sides);
    }

    /** Whether the process is killed. */
    boolean isNode() {
        return node;
    }

    /** The indices of the sides whose server is killed. */
    List<Integer> sides() {
        return sides;
    }

    /** For people. */
    @Override
    public String toString() {
        return title;
    }
}
