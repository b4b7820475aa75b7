package dev.assent.core.adapter;

import dev.assent.core.observe.Notices;

/**
 * Tells operators something while the process may be ending already. By then loggers may be closed: that of the JDK closes
 * its handlers by a shutdown hook, at the same time as a hook that closes a node. So it is written to standard error as well,
 * and may stand there twice.
 *
 * <p>Thread safety: safe to share.
 */
public final class LastWords {
    private LastWords() {}

    /** Tells a warning, and makes sure that it is seen. */
    public static void warning(Notices notices, String text) {
        notices.warning(text);
        if (isProcessEnding()) {
            System.err.println(text);
        }
    }

    /** The JDK has no question for it, but refuses hooks from then on. */
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
