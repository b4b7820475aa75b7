package dev.assent.core.operator;

/**
 * How a node is doing, as an operator is told. Immutable.
 *
 * @param text for people: whether it runs
 * @param isOpening whether its resources are still being opened, so that not all of them can be asked
 * @param isMoved whether its log is only looked at, and was written at another place: whoever acts there is a new node
 */
public record NodeState(String text, boolean isOpening, boolean isMoved) {
    /** A node that runs, with all of its resources. */
    public static final NodeState RUNNING = new NodeState("running", false);

    /** A node that runs, or whose log is at its place. */
    public NodeState(String text, boolean isOpening) {
        this(text, isOpening, false);
    }
}
