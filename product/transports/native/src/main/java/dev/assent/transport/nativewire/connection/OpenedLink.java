package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.remote.transport.WireObserver.Way;
import dev.assent.transport.nativewire.connection.LinkExchanges.Taken;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.List;

/**
 * A connection that this process has opened, on which it sends calls and questions.
 *
 * <p>Thread safety: as {@link Link}.
 */
final class OpenedLink extends Link {
    private final Line line;
    private final Hello own;
    private final long sinceNanos = nanos();
    private final LinkExchanges exchanges;
    private final OwnReading reading;
    private final CallerReading callers;

    OpenedLink(Parts parts, Line line, Hello own) {
        super(parts, Hello.BYTES_MAX);
        this.line = line;
        this.own = own;
        this.exchanges = new LinkExchanges(this);
        this.reading = new OwnReading(parts.channel(), parts.loop());
        this.callers = new CallerReading(this, exchanges, reading);
    }

    // ---- calls and questions

    /** Whether it accepts calls and questions. */
    boolean isUsable() {
        return exchanges.isUsable();
    }

    /** Sends it as soon as the connection is open; false if the connection accepts no more. */
    boolean submit(Exchange exchange) {
        LinkTerms known = exchanges.terms();
        if (known == null) {
            Taken taken = exchanges.keep(exchange, tuning().callsMax());
            if (taken == Taken.FULL) {
                exchange.fail(tooMany(tuning().callsMax()));
            }
            if (taken != Taken.NO) {
                return true;
            }
            known = exchanges.terms();
        }
        return known != null && send(exchange, known);
    }

    private IllegalStateException tooMany(int max) {
        return new IllegalStateException(MESSAGES.callsMax(line.address(), max));
    }

    private boolean send(Exchange exchange, LinkTerms known) {
        callers.look();
        Frame frame;
        try {
            exchanges.alias(exchange.superiorsAddress(), known);
            frame = known.frame(exchange, line);
        } catch (Throwable notWritten) { // a value's class may throw it, too
            exchange.fail(notWritten);
            return true;
        }
        Taken taken = exchanges.send(exchange, frame, known.limits().callsMax());
        if (taken == Taken.FULL) {
            exchange.fail(tooMany(known.limits().callsMax()));
        } else if (taken == Taken.YES) {
            outlet().drain();
            passed(Way.OUT, line.address(), exchange.message(), frame.size());
            if (!exchange.isAwaitedByCaller()) {
                reading.watch();
            }
        }
        return taken != Taken.NO;
    }

    // ---- reading

    /** As {@link CallerReading#readFor}. */
    void readFor(Exchange exchange, long number) {
        callers.readFor(exchange, number);
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
        LinkTerms known = exchanges.terms();
        if (known == null) {
            if (kind != FrameKind.HELLO) {
                throw new WireException("a frame of kind " + kind + " is not allowed before the hello");
            }
            opened(Hello.read(in));
            return;
        }
        switch (kind) {
            case FrameKind.RESULT, FrameKind.ANSWER -> {
                Exchange exchange = exchanges.take(in.takeLong("the number"));
                if (exchange != null) {
                    answer(exchange, kind, in, known);
                }
            }
            case FrameKind.UNANSWERED -> {
                long number = in.takeLong("the number");
                boolean mayHaveArrived = in.takeBoolean("whether it was taken");
                String text = in.takeString("the reason");
                in.end("the reason");
                Exchange exchange = exchanges.take(number); // last: if reading fails, the connection ends it
                if (exchange != null) {
                    exchange.unanswered(mayHaveArrived, new IllegalStateException(text));
                }
            }
            case FrameKind.BYE -> {
                long last = in.takeLong("the last number");
                in.end("the bye");
                exchanges.leave(last).forEach(line::dispatch);
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

    private void opened(Hello other) throws WireException {
        LinkTerms settled = LinkTerms.agreed(line, own, other, transfer().certified());
        intake().setFrameBytesMax(tuning().frameBytesMax());
        List<Exchange> first = exchanges.open(settled);
        if (first == null) {
            return;
        }
        line.opened();
        for (Exchange each : first) {
            if (!send(each, settled)) {
                line.dispatch(each);
            }
        }
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
        LinkExchanges.Left left = exchanges.close();
        line.closed(this, left.wasOpen());
        IOException failure = new IOException(
                left.wasOpen() ? MESSAGES.lost(line.address(), cause) : MESSAGES.notConnected(line.address(), cause),
                cause);
        for (Exchange each : left.lost()) {
            if (left.wasOpen() && each.isWaiting()) { // no byte of it was sent, so the other connection sends it first
                line.dispatch(each);
            } else {
                each.fail(failure);
            }
        }
        left.unsent().forEach(each -> each.fail(failure));
    }

    /** Fails exchanges whose time is over; closes a connection that is dead or idle, or whose message has stopped. */
    void look(long nowNanos) {
        judge();
        if (reading.isUnseen()) {
            reading.watch();
        }
        LinkExchanges.Found found = exchanges.look(nowNanos, tuning().idleMillisMax());
        for (Exchange each : found.overdue()) {
            each.fail(new IllegalStateException(MESSAGES.noAnswer(each.millis())));
        }
        if (found.isConnecting() && millisSince(sinceNanos) > tuning().connectMillisMax()) {
            close(new IOException("no hello in " + tuning().connectMillisMax() + " ms"));
        } else if (found.isBusy() && !isAlive()) {
            close(new IOException("no sign of life in " + quietMillis() + " ms"));
        } else if (found.isIdle()) {
            close(new IOException("not used for " + tuning().idleMillisMax() + " ms"));
        }
    }

    /** Whether no exchange waits for an answer. */
    boolean isIdle() {
        return exchanges.isIdle();
    }
}
