package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.remote.transport.WireObserver.Way;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection that this process has opened, on which it sends calls and questions.
 *
 * <pre>
 *   CONNECTING --hello--> OPEN --bye, idle--> LEAVING --> CLOSED      (any) --lost, refused--> CLOSED
 * </pre>
 *
 * <p>Thread safety: as {@link Link}.
 */
final class OpenedLink extends Link {
    /** After so many calls that were alone on the connection, the next one is likely to be alone, too. */
    private static final int ALONE_MIN = 8;

    private final Line line;
    private final Hello own;
    private final long sinceNanos = nanos();

    /** Guards the fields below. */
    private final Object lock = new Object();

    private State state = State.CONNECTING;
    private final List<Exchange> waiting = new ArrayList<>();

    /** Exchanges that have a number and no answer. */
    private final Map<Long, Exchange> underWay = new HashMap<>();

    private long lastNumber;
    private long usedNanos = nanos();

    /** How many exchanges in a row were alone on the connection when they were sent. */
    private int alone;

    private final OwnReading reading;
    private final CallerReading callers;

    /** What the hellos have agreed on; null before. */
    private volatile @Nullable LinkTerms terms;

    private enum State {
        CONNECTING,
        OPEN,
        LEAVING,
        CLOSED
    }

    OpenedLink(Parts parts, Line line, Hello own) {
        super(parts, Hello.BYTES_MAX);
        this.line = line;
        this.own = own;
        this.reading = new OwnReading(parts.channel(), parts.loop());
        this.callers = new CallerReading(this, reading);
    }

    // ---- calls and questions

    /** Whether it accepts calls and questions. */
    boolean isUsable() {
        synchronized (lock) {
            return state == State.CONNECTING || state == State.OPEN;
        }
    }

    /** Sends it as soon as the connection is open; false if the connection accepts no more. */
    boolean submit(Exchange exchange) {
        LinkTerms known = terms;
        boolean isFull = false;
        if (known == null) {
            synchronized (lock) {
                known = terms;
                if (known == null) {
                    if (state != State.CONNECTING) {
                        return false;
                    }
                    isFull = waiting.size() >= tuning().callsMax();
                    if (!isFull) {
                        waiting.add(exchange);
                    }
                }
            }
        }
        if (known != null) {
            return send(exchange, known);
        }
        if (isFull) {
            exchange.fail(tooMany(tuning().callsMax()));
        }
        return true;
    }

    private IllegalStateException tooMany(int max) {
        return new IllegalStateException(MESSAGES.callsMax(line.address(), max));
    }

    private boolean send(Exchange exchange, LinkTerms known) {
        callers.look();
        Frame frame;
        try {
            alias(exchange.superiorsAddress(), known);
            frame = known.frame(exchange, line);
        } catch (Throwable notWritten) { // a value's class may throw it, too
            exchange.fail(notWritten);
            return true;
        }
        boolean isFull;
        synchronized (lock) {
            if (state != State.OPEN) {
                return false;
            }
            isFull = underWay.size() >= known.limits().callsMax();
            if (!isFull) {
                long number = ++lastNumber;
                usedNanos = nanos();
                frame.setNumber(number);
                alone = underWay.isEmpty() ? Math.min(alone + 1, ALONE_MIN) : 0;
                exchange.goes(this, number);
                underWay.put(number, exchange);
                outlet().add(frame, () -> isSent(number, exchange));
            }
        }
        if (isFull) {
            exchange.fail(tooMany(known.limits().callsMax()));
        } else {
            outlet().drain();
            passed(Way.OUT, line.address(), exchange.message(), frame.size());
            if (!exchange.isAwaitedByCaller()) {
                reading.watch();
            }
        }
        return true;
    }

    /**
     * Whether the frame is still to be written. Not if the exchange has ended meanwhile, since nothing waits for an
     * answer. Not if it goes by another connection because this one is closing: otherwise it would count as lost.
     */
    private boolean isSent(long number, Exchange exchange) {
        synchronized (lock) {
            if (isClosed()) {
                return false;
            }
            boolean isHere = underWay.containsKey(number);
            boolean isSent = isHere && exchange.isSent();
            if (isHere && !isSent) {
                underWay.remove(number);
            }
            return isSent;
        }
    }

    /** Gives an address a number before the first frame that names it, so that later frames are smaller. */
    private void alias(@Nullable String address, LinkTerms known) {
        if (!known.isToBeNumbered(address)) {
            return;
        }
        synchronized (lock) {
            Frame frame = known.number(address);
            if (frame != null) {
                outlet().add(frame, null);
            }
        }
    }

    // ---- reading

    /** As {@link CallerReading#readFor}. */
    void readFor(Exchange exchange, long number) {
        callers.readFor(exchange, number);
    }

    /** Whether so many exchanges were alone here that the next one is likely to be. */
    boolean isAlone() {
        if (!transfer().isReadByAny()) {
            return false;
        }
        synchronized (lock) {
            return alone >= ALONE_MIN && underWay.size() <= 1;
        }
    }

    boolean isAnyUnderWay() {
        synchronized (lock) {
            return !underWay.isEmpty();
        }
    }

    @Override
    void readable() {
        if (!reading.take()) {
            reading.unwatch();
            return;
        }
        try {
            super.readable();
        } finally {
            reading.leave();
        }
    }

    @Override
    void release() {
        reading.close();
        reading.takeWhenFree();
        try {
            super.release();
        } finally {
            reading.leave();
        }
    }

    // ---- frames that come

    @Override
    public void ready(SelectionKey key) {
        if (key.isValid() && key.isConnectable()) {
            connected(key);
        } else {
            super.ready(key);
        }
    }

    private void connected(SelectionKey key) {
        try {
            channel().finishConnect();
        } catch (IOException failed) {
            close(failed);
            return;
        }
        key.interestOps(SelectionKey.OP_READ);
        send(own.frame());
    }

    /** Connected without a wait, as happens on one machine. */
    void connectedAtOnce() {
        loop().register(channel(), SelectionKey.OP_READ, this);
        send(own.frame());
    }

    @Override
    void frame(int kind, WireIn in) throws WireException {
        if (kind == FrameKind.REFUSED) {
            String text = in.takeString("the refusal");
            in.end("the refusal");
            close(new IOException(MESSAGES.refusedBy(line.address(), text)));
            return;
        }
        LinkTerms known = terms;
        if (known == null) {
            if (kind != FrameKind.HELLO) {
                throw new WireException("a frame of kind " + kind + " is not allowed before the hello");
            }
            opened(Hello.read(in));
            return;
        }
        switch (kind) {
            case FrameKind.RESULT, FrameKind.ANSWER -> {
                Exchange exchange = take(in.takeLong("the number"));
                if (exchange != null) {
                    answer(exchange, kind, in, known);
                }
            }
            case FrameKind.UNANSWERED -> {
                long number = in.takeLong("the number");
                boolean mayHaveArrived = in.takeBoolean("whether it was taken");
                String text = in.takeString("the reason");
                in.end("the reason");
                Exchange exchange = take(number); // last: if reading fails, the connection ends it
                if (exchange != null) {
                    exchange.unanswered(mayHaveArrived, new IllegalStateException(text));
                }
            }
            case FrameKind.BYE -> {
                long last = in.takeLong("the last number");
                in.end("the bye");
                leave(last);
            }
            default -> throw new WireException("a frame of kind " + kind + " is not allowed from the acceptor");
        }
    }

    /**
     * Gives an exchange its answer. An unreadable answer fails this exchange only. Any other exception also ends the
     * exchange, since nothing else will.
     */
    private void answer(Exchange exchange, int kind, WireIn in, LinkTerms known) {
        int bytes = Long.BYTES + frameBytes(in);
        try {
            exchange.answer(kind, in, known.shorthand(), answer -> passed(Way.IN, line.address(), answer, bytes));
        } catch (WireException unreadable) {
            exchange.fail(unreadable);
        } catch (Throwable bug) {
            exchange.fail(bug);
            throw bug;
        }
    }

    private @Nullable Exchange take(long number) throws WireException {
        synchronized (lock) {
            if (number < 1 || number > lastNumber) {
                throw new WireException("an answer to number " + number + " is not allowed; nothing has this number");
            }
            usedNanos = nanos();
            return underWay.remove(number);
        }
    }

    private void opened(Hello other) throws WireException {
        LinkTerms settled = LinkTerms.agreed(line, own, other, transfer().certified());
        intake().setFrameBytesMax(tuning().frameBytesMax());
        List<Exchange> first;
        synchronized (lock) {
            if (state != State.CONNECTING) {
                return;
            }
            state = State.OPEN;
            terms = settled;
            first = List.copyOf(waiting);
            waiting.clear();
        }
        line.opened();
        for (Exchange each : first) {
            if (!send(each, settled)) {
                line.dispatch(each);
            }
        }
    }

    /** The other side accepts nothing after this number: what it has not accepted may go by another connection. */
    private void leave(long last) {
        List<Exchange> untaken = new ArrayList<>();
        synchronized (lock) {
            if (state != State.OPEN) {
                return;
            }
            state = State.LEAVING;
            for (Map.Entry<Long, Exchange> each : underWay.entrySet()) {
                if (each.getKey() > last && each.getValue().takeBack()) {
                    untaken.add(each.getValue());
                }
            }
            underWay.keySet().removeIf(number -> number > last);
        }
        untaken.forEach(line::dispatch);
    }

    // ---- life cycle

    @Override
    void violated(WireException fault) {
        line.notices().warning(MESSAGES.violated(line.address(), fault.getMessage()));
    }

    /** Callers that wait for answers hear of it when the connection ends. */
    @Override
    void tooSlow(WireException why) {}

    @Override
    void closed(Throwable cause) {
        List<Exchange> lost;
        List<Exchange> unsent = new ArrayList<>();
        boolean wasOpen;
        synchronized (lock) {
            wasOpen = state != State.CONNECTING;
            state = State.CLOSED;
            lost = new ArrayList<>(underWay.values());
            underWay.clear();
            unsent.addAll(waiting);
            waiting.clear();
        }
        line.closed(this, wasOpen);
        IOException failure = new IOException(
                wasOpen ? MESSAGES.lost(line.address(), cause) : MESSAGES.notConnected(line.address(), cause), cause);
        for (Exchange each : lost) {
            if (wasOpen && each.isWaiting()) { // no byte of it was sent, so the other connection sends it first
                line.dispatch(each);
            } else {
                each.fail(failure);
            }
        }
        unsent.forEach(each -> each.fail(failure));
    }

    /** Fails exchanges whose time is over; closes a connection that is dead or idle, or whose message has stopped. */
    void look(long nowNanos) {
        judge();
        if (reading.isUnseen()) {
            reading.watch();
        }
        List<Exchange> overdue = new ArrayList<>();
        boolean isBusy;
        boolean isConnecting;
        boolean isIdle;
        synchronized (lock) {
            underWay.values().stream().filter(each -> each.isOverdue(nowNanos)).forEach(overdue::add);
            waiting.stream().filter(each -> each.isOverdue(nowNanos)).forEach(overdue::add);
            waiting.removeAll(overdue);
            isBusy = !underWay.isEmpty();
            isConnecting = state == State.CONNECTING;
            isIdle = !isBusy && !isConnecting && millisSince(usedNanos) > tuning().idleMillisMax();
            if (isIdle) {
                state = State.LEAVING; // so that nothing more is sent and lost with it
            }
        }
        for (Exchange each : overdue) {
            each.fail(new IllegalStateException(MESSAGES.noAnswer(each.millis())));
        }
        if (isConnecting && millisSince(sinceNanos) > tuning().connectMillisMax()) {
            close(new IOException("no hello in " + tuning().connectMillisMax() + " ms"));
        } else if (isBusy && !isAlive()) {
            close(new IOException("no sign of life in " + quietMillis() + " ms"));
        } else if (isIdle) {
            close(new IOException("not used for " + tuning().idleMillisMax() + " ms"));
        }
    }

    /** Whether no exchange waits for an answer. */
    boolean isIdle() {
        synchronized (lock) {
            return waiting.isEmpty() && underWay.values().stream().noneMatch(Exchange::isUnderWay);
        }
    }
}
