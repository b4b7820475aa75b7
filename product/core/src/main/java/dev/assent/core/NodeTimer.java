package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.adapter.Ticker;
import dev.assent.core.foreign.Telling;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.observe.Notices;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a node does from time to time: its timeouts, recovery when something is due, and messages that it owes.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class NodeTimer {
    private static final int TICK_MILLIS = 50;

    private final NodeAssembly parts;
    private final DecisionLog log;
    private final Notices notices;
    private final Executor background;
    private final boolean isHeld;
    private final List<Runnable> ticks;
    private volatile boolean isFailureTold; // only the timer sets it
    private final AtomicBoolean recovering = new AtomicBoolean();
    private final AtomicInteger pauses = new AtomicInteger();

    /** Ticks also while the node is being closed. */
    private volatile @Nullable Ticker ticker;

    /**
     * Does nothing before it is started.
     *
     * @param background runs a recovery pass
     * @param isHeld whether recovery begins no pass by itself
     */
    NodeTimer(NodeAssembly parts, DecisionLog log, Notices notices, Executor background, boolean isHeld) {
        this.parts = parts;
        this.log = log;
        this.notices = notices;
        this.background = background;
        this.isHeld = isHeld;
        this.ticks = Stream.concat(
                        parts.ticks().stream(), Stream.of(this::tellStop, this::recoverWhenDue, this::retryNotices))
                .toList();
    }

    void start() {
        ticker = new Ticker("assent-timer", TICK_MILLIS, this::tick, this::tickFailed);
    }

    void stop() {
        Ticker started = ticker;
        if (started != null) {
            started.close();
        }
    }

    /** Recovery begins no pass by itself until the pause is closed. */
    Assent.RecoveryPause pause() {
        pauses.incrementAndGet();
        return pauses::decrementAndGet;
    }

    boolean isPaused() {
        return pauses.get() > 0;
    }

    /** If one task fails, the others still run. */
    private void tick() {
        Telling.all(ticks, Runnable::run);
    }

    /** The text is made first: if there is no memory for it, a later tick tells. */
    private void tellStop() {
        Throwable failure = log.failure().orElse(null);
        Throwable bug = parts.coordinator().stopCause();
        if (isFailureTold) {
            return;
        }
        if (failure instanceof Exception) {
            tell(MESSAGES.nodeStopped(failure));
        } else if (failure != null || bug != null) {
            tell(MESSAGES.nodeStoppedByError(Objects.requireNonNullElse(failure, bug)));
        }
    }

    private void tell(String stopped) {
        isFailureTold = true;
        notices.warning(stopped);
    }

    private void retryNotices() {
        if (notices instanceof SystemLoggerNotices logged) {
            logged.retry();
        }
    }

    private void recoverWhenDue() {
        if (isHeld || isPaused() || recovering.get() || !parts.schedule().isDue()) {
            return;
        }
        recovering.set(true); // only the timer sets it
        try {
            background.execute(this::recoverOnce);
        } catch (Throwable notBegun) {
            recovering.set(false);
            throw notBegun;
        }
    }

    private void recoverOnce() {
        try {
            parts.recovery().run(false);
        } finally {
            recovering.set(false);
        }
    }

    private void tickFailed(Throwable failed) {
        notices.warning(MESSAGES.tickFailed(failed));
    }
}
