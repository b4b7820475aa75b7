package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one address. It opens one when there is something to send, and another one when that is lost. After
 * a failure to connect it pauses before the next try, twice as long each time; meanwhile exchanges wait, as long as
 * their time allows. A line with nothing to send and no connection is dropped. An exchange that still comes to it goes
 * to the address's new line.
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

    /** Guards the fields below. */
    private final Object lock = new Object();

    private volatile @Nullable OpenedLink link;

    /** The connections that have not ended. */
    private final List<OpenedLink> all = new ArrayList<>();

    /** Exchanges that wait for the end of a pause. */
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

        /** This line is no longer the address's; called with the line's lock held. */
        void letGo(Line line);

        /** A connection that is not connected yet. */
        OpenedLink open(Line line);

        /** Connects it, and reads from it from then on. */
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

    /** Sends it, or fails it with the reason. */
    void dispatch(Exchange exchange) {
        if (!exchange.tryAgain()) {
            exchange.fail(new IllegalStateException(
                    MESSAGES.notConnected(address(), "connections close before they accept it")));
            return;
        }
        OpenedLink last = link; // submit() says so if it accepts nothing more
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
     * A connection for it. Null when it waits for the end of a pause, has failed, or goes by another line. If a
     * connection is opened for it, it waits there before that connects: if connecting fails at once, the connection
     * fails the exchange.
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

    // ---- called by connections

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

    // ---- life cycle

    /** Checks its connections and waiting exchanges; drops the line if there are neither. */
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

    /** Sends nothing more, and fails all exchanges without an answer. */
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
