package dev.assent.resources.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * The place in the application's code where a connection was taken, for people. Never thrown.
 *
 * <p>Immutable and safe to share.
 */
final class TakenHere extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int FRAMES_MAX = 20;

    TakenHere() {
        super("a connection was taken");
    }

    /** The stack of the caller of {@link OpenJdbcPool#getConnection}, the innermost frame first. */
    String place() {
        List<String> frames = new ArrayList<>();
        boolean outside = false;
        for (StackTraceElement frame : getStackTrace()) {
            boolean isPool = frame.getClassName().equals(OpenJdbcPool.class.getName());
            if (!isPool && outside && frames.size() < FRAMES_MAX) {
                frames.add("at " + frame);
            }
            outside |= isPool;
        }
        return String.join(System.lineSeparator() + "    ", frames);
    }
}
