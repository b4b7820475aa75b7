package dev.assent.testkit.simulation;

/** The part that is left of the log folder of a node that is lost for good. */
enum Remains {
    /** Nothing: its log is gone. */
    NOTHING,
    /** All of it: it turns up on another machine. */
    ALL,
    /** A copy that was made before the node wrote the last of it, and is restored on another machine. */
    OLD_COPY
}
