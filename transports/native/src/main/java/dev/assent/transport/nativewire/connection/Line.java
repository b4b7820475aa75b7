package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way to one address: a connection when there is something to send, another one when that is lost. After a failure
 * to connect the next try waits, twice as long each time; what is to be sent waits with it, as long as its time allows.
 * A line that has nothing to send and no connection is let go, and what still comes to it takes the one that its address
 * has by then.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Line {
    private static final long PAUSE_NANOS_MIN = 10_000_000L;
    private static final long PAUSE_NANOS_MAX = 1_000_000_000L;

    private final NativeAddress place;
    private final Opening opening;
    private final Notices notices;
    private final int waitingMax;

    /** Guards what follows. */
    private final Object lock = new Object();

    private volatile @Nullable OpenedLink link;

    /** Those that are to end still. */
    private final List<OpenedLink> all = new ArrayList<>();

    /** What waits for the end of a pause. */
    private final List<Exchange> waiting = new ArrayList<>();

    private int failures;
    private long pauseUntilNanos;
    private boolean isClosed;
    private boolean isLetGo;

    /** Opens connections. */
    interface Opening {
        /** The scheme of the addresses. */
        String scheme();

        /** Sends it by the line that the address has now. */
        void dispatch(NativeAddress place, Exchange exchange);

        /** The address has no line from now on; called with the line's lock held. */
        void letGo(Line line);

        /** A connection that is not connected yet. */
        OpenedLink open(Line line);

        /** Connects it, and watches it from then on. */
        void watch(OpenedLink link, NativeAddress place);
    }

    Line(NativeAddress place, Opening opening, Notices notices, int waitingMax) {
        this.place = place;
        this.opening = opening;
        this.notices = notices;
        this.waitingMax = waitingMax;
    }

    String address() {
        return place.at(opening.scheme());
    }

    NativeAddress place() {
        return place;
    }

    String scheme() {
        return opening.scheme();
    }

    Notices notices() {
        return notices;
    }

    /** Sends it, or says why not. */
    void dispatch(Exchange exchange) {
        if (!exchange.isTriedAgain()) {
            exchange.fail(new IllegalStateException(
                    MESSAGES.notConnected(address(), "connections close before they take it")));
            return;
        }
        OpenedLink last = link; // it says itself when it takes nothing any more
        if (last == null || !last.submit(exchange)) {
            submit(exchange);
        }
    }

    private void submit(Exchange exchange) {
        OpenedLink via = usable(exchange);
        while (via != null && !via.submit(exchange)) {
            via = usable(exchange);
        }
    }

    /**
     * A connection for it; null when it waits, has failed, or goes by another line. It waits, too, for a connection that
     * is opened for it, from before that connects: should that fail at once, it ends with it, and nobody is called again.
     */
    private @Nullable OpenedLink usable(Exchange exchange) {
        OpenedLink made = null;
        boolean goesElsewhere;
        IllegalStateException failure = new IllegalStateException(MESSAGES.closed());
        synchronized (lock) {
            goesElsewhere = isLetGo;
            if (!isClosed && link != null && link.isUsable()) {
                return link;
            }
            if (!isClosed && failures > 0 && System.nanoTime() - pauseUntilNanos < 0 && waiting.size() < waitingMax) {
                waiting.add(exchange);
                return null;
            }
            if (!isClosed && !goesElsewhere) {
                try {
                    made = opening.open(this);
                    made.submit(exchange);
                    link = made;
                    all.add(made);
                } catch (IllegalStateException notOpened) { // no file handle is left
                    failure = notOpened;
                }
            }
        }
        if (made != null) {
            opening.watch(made, place);
        } else if (goesElsewhere) {
            opening.dispatch(place, exchange);
        } else {
            exchange.fail(failure);
        }
        return null;
    }

    // ---- what its connections tell

    void opened() {
        synchronized (lock) {
            failures = 0;
        }
    }

    void closed(OpenedLink over, boolean wasOpen) {
        synchronized (lock) {
            all.remove(over);
            if (link == over) {
                link = null;
            }
            if (!wasOpen) {
                failures++;
                long pause = failures == 1 ? 0 : PAUSE_NANOS_MIN << Math.min(failures - 2, 10);
                pauseUntilNanos = System.nanoTime() + Math.min(pause, PAUSE_NANOS_MAX);
            }
        }
    }

    // ---- its life

    /** Looks after its connections, and after what waits; when there is neither, it is let go. */
    void look(long nowNanos) {
        List<OpenedLink> some;
        List<Exchange> overdue = new ArrayList<>();
        List<Exchange> next = new ArrayList<>();
        synchronized (lock) {
            some = List.copyOf(all);
            waiting.stream().filter(each -> each.isOverdue(nowNanos)).forEach(overdue::add);
            waiting.removeAll(overdue);
            long pausedNanos = System.nanoTime() - pauseUntilNanos;
            if (pausedNanos >= 0) {
                next.addAll(waiting);
                waiting.clear();
            }
            boolean hasNoPause = failures == 0 || pausedNanos >= PAUSE_NANOS_MAX;
            if (some.isEmpty() && waiting.isEmpty() && hasNoPause) {
                isLetGo = true;
                opening.letGo(this);
            }
        }
        some.forEach(each -> each.look(nowNanos));
        overdue.forEach(each -> each.fail(new IllegalStateException(MESSAGES.noAnswer(each.millis()))));
        next.forEach(this::submit);
    }

    boolean isIdle() {
        synchronized (lock) {
            return waiting.isEmpty() && all.stream().allMatch(OpenedLink::isIdle);
        }
    }

    /** Nothing is sent any more, and what has no answer gets none. */
    void close() {
        List<OpenedLink> some;
        List<Exchange> unsent;
        synchronized (lock) {
            isClosed = true;
            some = List.copyOf(all);
            unsent = List.copyOf(waiting);
            waiting.clear();
        }
        IllegalStateException closed = new IllegalStateException(MESSAGES.closed());
        some.forEach(each -> each.close(closed));
        unsent.forEach(each -> each.fail(closed));
    }
}
