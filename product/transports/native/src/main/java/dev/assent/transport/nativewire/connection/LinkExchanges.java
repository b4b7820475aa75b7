package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of an {@link OpenedLink}: those that wait until it is open, and those that have a number and no answer.
 * Its state says whether it takes more:
 *
 * <pre>
 *   CONNECTING --hello--> OPEN --bye, idle--> LEAVING --> CLOSED      (any) --lost, refused--> CLOSED
 * </pre>
 *
 * <p>Frames go to the outlet under the same lock that gives them their numbers, so they go in the order of the numbers.
 *
 * <p>Thread safety: all methods may be called by any thread. An exchange that a method returns is to be ended or
 * dispatched by the caller, without the lock.
 */
final class LinkExchanges {
    /** After so many calls that were alone on the connection, the next one is likely to be alone, too. */
    private static final int ALONE_MIN = 8;

    private final OpenedLink link;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private State state = State.CONNECTING;
    private final List<Exchange> waiting = new ArrayList<>();

    /** Exchanges that have a number and no answer. */
    private final Map<Long, Exchange> underWay = new HashMap<>();

    private long lastNumber;
    private long usedNanos;

    /** How many exchanges in a row were alone on the connection when they were sent. */
    private int alone;

    /** What the hellos have agreed on; null before. Set under the lock, read without it. */
    private volatile @Nullable LinkTerms terms;

    private enum State {
        CONNECTING,
        OPEN,
        LEAVING,
        CLOSED
    }

    /** Whether the connection takes an exchange. */
    enum Taken {
        /** It waits, or goes to the outlet. */
        YES,
        /** As many as are allowed are here. */
        FULL,
        /** The connection is in another state. */
        NO
    }

    /** What a look at the connection has found. */
    record Found(List<Exchange> overdue, boolean isBusy, boolean isConnecting, boolean isIdle) {}

    /** The exchanges without an answer of a connection that is over. */
    record Left(boolean wasOpen, List<Exchange> lost, List<Exchange> unsent) {}

    LinkExchanges(OpenedLink link) {
        this.link = link;
        this.usedNanos = link.nanos();
    }

    /** What the hellos have agreed on; null before. */
    @Nullable LinkTerms terms() {
        return terms;
    }

    /** Whether the connection accepts calls and questions. */
    boolean isUsable() {
        synchronized (lock) {
            return state == State.CONNECTING || state == State.OPEN;
        }
    }

    // ---- before it is open

    /** Keeps an exchange until the connection is open; NO if it is open, or accepts no more. */
    Taken keep(Exchange exchange, int max) {
        synchronized (lock) {
            if (state != State.CONNECTING) {
                return Taken.NO;
            }
            if (waiting.size() >= max) {
                return Taken.FULL;
            }
            waiting.add(exchange);
            return Taken.YES;
        }
    }

    /** The connection is open. Returns the exchanges that have waited for that; null if it was not connecting. */
    @Nullable List<Exchange> open(LinkTerms settled) {
        synchronized (lock) {
            if (state != State.CONNECTING) {
                return null;
            }
            state = State.OPEN;
            terms = settled;
            List<Exchange> first = List.copyOf(waiting);
            waiting.clear();
            return first;
        }
    }

    // ---- while it is open

    /** Gives an address a number before the first frame that names it, so that later frames are smaller. */
    void alias(@Nullable String address, LinkTerms known) {
        if (!known.isToBeNumbered(address)) {
            return;
        }
        synchronized (lock) {
            Frame frame = known.number(address);
            if (frame != null) {
                link.outlet().add(frame, null);
            }
        }
    }

    /** Gives an exchange a number, and its frame to the outlet; NO if the connection is not open. */
    Taken send(Exchange exchange, Frame frame, int max) {
        synchronized (lock) {
            if (state != State.OPEN) {
                return Taken.NO;
            }
            if (underWay.size() >= max) {
                return Taken.FULL;
            }
            long number = ++lastNumber;
            usedNanos = link.nanos();
            frame.setNumber(number);
            alone = underWay.isEmpty() ? Math.min(alone + 1, ALONE_MIN) : 0;
            exchange.goes(link, number);
            underWay.put(number, exchange);
            link.outlet().add(frame, () -> claimSend(number, exchange));
            return Taken.YES;
        }
    }

    /**
     * Claims the frame for the wire. It is not to be written if the exchange has ended meanwhile, since nothing waits
     * for an answer; nor if it goes by another connection because this one is closing: otherwise it would count as
     * lost.
     */
    private boolean claimSend(long number, Exchange exchange) {
        synchronized (lock) {
            if (link.isClosed()) {
                return false;
            }
            boolean isHere = underWay.containsKey(number);
            boolean isSent = isHere && exchange.claimSend();
            if (isHere && !isSent) {
                underWay.remove(number);
            }
            return isSent;
        }
    }

    /** Removes the exchange whose answer has come; null if it has ended before. */
    @Nullable Exchange take(long number) throws WireException {
        synchronized (lock) {
            if (number < 1 || number > lastNumber) {
                throw new WireException("an answer to number " + number + " is not allowed; nothing has this number");
            }
            usedNanos = link.nanos();
            return underWay.remove(number);
        }
    }

    /** Whether so many exchanges were alone here that the next one is likely to be. */
    boolean isAlone() {
        synchronized (lock) {
            return alone >= ALONE_MIN && underWay.size() <= 1;
        }
    }

    boolean isAnyUnderWay() {
        synchronized (lock) {
            return !underWay.isEmpty();
        }
    }

    /** Whether no exchange waits for an answer. */
    boolean isIdle() {
        synchronized (lock) {
            return waiting.isEmpty() && underWay.values().stream().noneMatch(Exchange::isUnderWay);
        }
    }

    // ---- its end

    /**
     * Finds the exchanges whose time is over. If the connection is open, and was not used for longer than allowed, it
     * takes no more from now on, so that nothing is sent and lost with it.
     */
    Found look(long nowNanos, long idleMillisMax) {
        List<Exchange> overdue = new ArrayList<>();
        synchronized (lock) {
            underWay.values().stream().filter(each -> each.isOverdue(nowNanos)).forEach(overdue::add);
            waiting.stream().filter(each -> each.isOverdue(nowNanos)).forEach(overdue::add);
            waiting.removeAll(overdue);
            boolean isBusy = !underWay.isEmpty();
            boolean isConnecting = state == State.CONNECTING;
            boolean isIdle = !isBusy && !isConnecting && link.millisSince(usedNanos) > idleMillisMax;
            if (isIdle) {
                state = State.LEAVING;
            }
            return new Found(overdue, isBusy, isConnecting, isIdle);
        }
    }

    /**
     * The other side accepts nothing after this number: what it has not accepted may go by another connection.
     *
     * @return the exchanges that it has not accepted
     */
    List<Exchange> leave(long last) {
        List<Exchange> untaken = new ArrayList<>();
        synchronized (lock) {
            if (state != State.OPEN) {
                return untaken;
            }
            state = State.LEAVING;
            for (Map.Entry<Long, Exchange> each : underWay.entrySet()) {
                if (each.getKey() > last && each.getValue().takeBack()) {
                    untaken.add(each.getValue());
                }
            }
            underWay.keySet().removeIf(number -> number > last);
        }
        return untaken;
    }

    /** The connection is over. */
    Left close() {
        synchronized (lock) {
            Left left =
                    new Left(state != State.CONNECTING, new ArrayList<>(underWay.values()), new ArrayList<>(waiting));
            state = State.CLOSED;
            underWay.clear();
            waiting.clear();
            return left;
        }
    }
}
