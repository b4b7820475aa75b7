package dev.assent.core.operator;

/**
 * The state of a node, for operators. Immutable.
 *
 * @param mode in a word
 * @param text for people
 * @param hasAllResources whether it is certain that the node has no resources other than the registered ones
 */
public record NodeState(Mode mode, String text, boolean hasAllResources) {
    /** A node that runs, with all of its resources. */
    public static final NodeState RUNNING = new NodeState(Mode.RUNNING, "running");

    /** The state of a node that may have more resources than the registered ones. */
    public NodeState(Mode mode, String text) {
        this(mode, text, false);
    }

    /**
     * The same node, which has no other resources. Without its log there may be others, since only the log would name
     * them.
     */
    public NodeState withAllResources() {
        return new NodeState(mode, text, mode != Mode.NO_LOG && mode != Mode.MOVED);
    }

    /** The state of a node, in a word. */
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
         * It does not run, and its log is only looked at. The log was written at another place: a node that starts
         * there gets a new identity.
         */
        MOVED("moved"),
        /** It has no log: only the resources know. */
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
