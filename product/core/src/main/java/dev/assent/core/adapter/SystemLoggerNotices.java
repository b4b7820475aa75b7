package dev.assent.core.adapter;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.observe.Notices;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Sends notices to the platform's logger "dev.assent". Its callers go on, whatever the logger throws ({@link
 * ForeignCode}). If a notice could not be logged, for example for lack of memory or file handles, {@link #retry} logs
 * it later.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class SystemLoggerNotices implements Notices {
    private static final int UNTOLD_MAX = 100;

    private final System.Logger logger = System.getLogger("dev.assent");
    private final Queue<Notice> untold = new ConcurrentLinkedQueue<>();

    private record Notice(System.Logger.Level level, String text) {}

    @Override
    public void info(String text) {
        log(new Notice(System.Logger.Level.INFO, text));
    }

    @Override
    public void warning(String text) {
        log(new Notice(System.Logger.Level.WARNING, text));
    }

    private void log(Notice notice) {
        try {
            logger.log(notice.level(), notice.text());
        } catch (Throwable loggers) {
            ForeignCode.report(loggers, same -> keep(notice));
        }
    }

    private void keep(Notice notice) {
        if (untold.size() < UNTOLD_MAX) {
            untold.add(notice);
        }
    }

    /** Logs the notices that could not be logged, in order, until logging fails again. Called by a timer. */
    public void retry() {
        for (Notice next = untold.peek(); next != null; next = untold.peek()) {
            try {
                logger.log(next.level(), next.text());
            } catch (Throwable loggers) {
                return; // the next tick tries again
            }
            untold.poll();
        }
    }
}
