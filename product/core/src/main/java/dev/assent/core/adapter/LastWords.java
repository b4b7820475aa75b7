package dev.assent.core.adapter;

import dev.assent.core.observe.Notices;

/**
 * Sends a message to operators while the process may be ending. By then loggers may be closed: a shutdown hook of the
 * JDK's logger closes its handlers, at the same time as a hook that closes a node. So the message goes to standard
 * error as well, and may be there twice.
 *
 * <p>Thread safety: safe to share.
 */
public final class LastWords {
    private LastWords() {}

    /** Sends a warning that is certainly visible. */
    public static void warning(Notices notices, String text) {
        notices.warning(text);
        if (isProcessEnding()) {
            System.err.println(text);
        }
    }

    /** The JDK has no method that tells, but refuses new hooks from then on. */
    private static boolean isProcessEnding() {
        Thread probe = new Thread(() -> {}, "assent-probe");
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }
}
