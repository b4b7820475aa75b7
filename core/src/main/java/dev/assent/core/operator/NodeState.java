package dev.assent.core.operator;

/**
 * How a node is doing, as an operator is told. Immutable.
 *
 * @param mode in a word
 * @param text for people
 * @param hasAllResources whether the node is known to have no resource but those that are registered
 */
public record NodeState(Mode mode, String text, boolean hasAllResources) {
    /** A node that runs, with all of its resources. */
    public static final NodeState RUNNING = new NodeState(Mode.RUNNING, "running");

    /** Of a node that may have more resources than those that are registered. */
    public NodeState(Mode mode, String text) {
        this(mode, text, false);
    }

    /** The same node, which has no other resources; without its log there may be others, which only that would name. */
    public NodeState withAllResources() {
        return new NodeState(mode, text, mode != Mode.NO_LOG && mode != Mode.MOVED);
    }

    /** How a node is doing, in a word. */
    public enum Mode {
        /** It runs. */
        RUNNING("running"),
        /** Its resources are still being opened, so that not all of them can be asked. */
        OPENING("opening"),
        /** It has stopped, and its process is still there. */
        STOPPED("stopped"),
        /** It does not run, and is opened for an operator. */
        HELD("held"),
        /** It does not run, and its log is only looked at. */
        NOT_RUNNING("not-running"),
        /**
         * It does not run, and its log is only looked at, which was written at another place: whoever acts there is
         * a new node.
         */
        MOVED("moved"),
        /** It has no log: only the resources can tell. */
        NO_LOG("no-log");

        private final String key;

        Mode(String key) {
            this.key = key;
        }

        /** The word for it in reports; it never changes its meaning. */
        public String key() {
            return key;
        }
    }

    boolean isOpening() {
        return mode == Mode.OPENING;
    }

    boolean isMoved() {
        return mode == Mode.MOVED;
    }
}
