package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.WireObserver.Way;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Aliases;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.RequestCodec;
import dev.assent.transport.nativewire.wire.ResponseCodec;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that another process has opened, on which calls and questions come.
 *
 * <pre>
 *   NEW --hello--> OPEN --bye--> CLOSED      (any) --lost, refused--> CLOSED
 * </pre>
 *
 * <p>Thread safety: as {@link Link}; fields that only the loop uses are not guarded.
 */
final class AcceptedLink extends Link {
    private static final int TEXT_CHARS_MAX = 1_000;

    private final Host host;
    private final String peer;
    private final Consumer<AcceptedLink> over;
    private final long sinceNanos = nanos();
    private final AtomicInteger underWay = new AtomicInteger();

    /** Used by the loop only. */
    private long lastTaken;

    private boolean isLeaving;
    private volatile @Nullable Known known;

    /** The process at the other side. */
    private record Known(Caller caller, Shorthand shorthand, Hello.Limits limits) {}

    /** Reads the content of a frame. */
    @FunctionalInterface
    private interface Reading<R> {
        R read() throws WireException;
    }

    AcceptedLink(Parts parts, Host host, String peer, Consumer<AcceptedLink> over) {
        super(parts, Hello.BYTES_MAX);
        this.host = host;
        this.peer = peer;
        this.over = over;
    }

    // ---- the other side

    private void admit(Hello hello) throws WireException {
        if (Hello.versionOf(hello) == 0) {
            throw new WireException(MESSAGES.version(hello.versionMin(), hello.versionMax(), Hello.VERSION));
        }
        Caller caller = host.identify(hello, peer, transfer().certified());
        Hello own = host.hello();
        known = new Known(
                caller,
                new Shorthand(hello.party(host.scheme()), own.party(host.scheme()), new Aliases()),
                hello.limits());
        intake().setFrameBytesMax(tuning().frameBytesMax());
        send(own.frame());
    }

    @Override
    void violated(WireException fault) {
        host.notices().warning(MESSAGES.connectionRefused(peer, fault.getMessage()));
        send(refusal(fault.getMessage()));
    }

    @Override
    void tooSlow(WireException why) {
        violated(why);
    }

    static Frame refusal(@Nullable String text) {
        return new WireOut(FrameKind.REFUSED).putString(cut(text)).frame();
    }

    private static String cut(@Nullable String text) {
        String some = String.valueOf(text);
        return some.length() > TEXT_CHARS_MAX ? some.substring(0, TEXT_CHARS_MAX) : some;
    }

    // ---- frames that come

    @Override
    void frame(int kind, WireIn in) throws WireException {
        if (isLeaving) {
            return; // the bye has told the other side that this was not accepted
        }
        Known from = known;
        if (from == null) {
            if (kind != FrameKind.HELLO) {
                throw new WireException("a frame of kind " + kind + " is not allowed before the hello");
            }
            admit(Hello.read(in));
            return;
        }
        switch (kind) {
            case FrameKind.ALIAS -> from.shorthand().aliases().take(in);
            case FrameKind.CALL -> call(takeNumber(in), in, from);
            case FrameKind.ASK -> ask(takeNumber(in), in, from);
            default -> throw new WireException("a frame of kind " + kind + " is not allowed from the opener");
        }
    }

    private long takeNumber(WireIn in) throws WireException {
        long number = in.takeLong("the number");
        if (number <= lastTaken) {
            throw new WireException(
                    "number " + number + " is not allowed after " + lastTaken + ": every number is used once");
        }
        lastTaken = number;
        return number;
    }

    /** Whether it is accepted; if not, this tells the other side. */
    private boolean begin(long number, boolean isCall) {
        if (underWay.get() >= tuning().callsMax()) {
            send(unanswered(number, false, MESSAGES.callsMaxHere(tuning().callsMax())));
            return false;
        }
        if (!host.begin(isCall)) {
            send(unanswered(number, false, MESSAGES.closed()));
            return false;
        }
        underWay.incrementAndGet();
        return true;
    }

    private void ended() {
        underWay.decrementAndGet();
        host.ended();
    }

    private static Frame unanswered(long number, boolean mayHaveArrived, @Nullable String text) {
        return new WireOut(FrameKind.UNANSWERED)
                .putLong(number)
                .putByte(mayHaveArrived ? 1 : 0)
                .putString(cut(text))
                .frame();
    }

    /** Reads a frame's content. If that throws, the other side hears that nothing was done. */
    private <R> R read(long number, Reading<R> reading) throws WireException {
        try {
            return reading.read();
        } catch (WireException fault) {
            throw fault;
        } catch (Throwable notRead) {
            send(unanswered(number, false, Failure.text(notRead)));
            throw notRead;
        }
    }

    /** Uses only the first answer. If a bug prevents an answer or its sending, it says that there is none. */
    private <A> void hand(long number, Consumer<Consumer<A>> taker, Consumer<A> answer) {
        AtomicBoolean isOpen = new AtomicBoolean(true);
        try {
            taker.accept(given -> {
                if (isOpen.getAndSet(false)) {
                    try {
                        answer.accept(given);
                    } catch (Throwable notWritten) {
                        send(unanswered(number, true, Failure.text(notWritten)));
                        throw notWritten;
                    } finally {
                        ended();
                    }
                }
            });
        } catch (Throwable bug) {
            if (isOpen.getAndSet(false)) {
                send(unanswered(number, true, Failure.text(bug)));
                ended();
            }
            throw bug;
        }
    }

    // ---- calls

    private void call(long number, WireIn in, Known from) throws WireException {
        int bytes = Long.BYTES + frameBytes(in);
        if (!begin(number, true)) {
            return;
        }
        Call call = begun(number, in, from);
        if (call != null) {
            passed(Way.IN, from.caller().name(), call, bytes);
            this.<Result>hand(
                    number,
                    reply -> host.inbound().callHere(from.caller(), call, loop()::work, reply),
                    result -> answer(number, call, result, from));
        }
    }

    /** The call that begins; null if it was refused at once, and the other side knows. */
    private @Nullable Call begun(long number, WireIn in, Known from) throws WireException {
        Call call = null;
        try {
            CallCodec.Read read = read(number, () -> host.codec().read(in, from.shorthand(), host.types()));
            call = read.call();
            if (call == null) {
                WireOut out = new WireOut(FrameKind.RESULT).putLong(number);
                CallCodec.refuse(out, read);
                send(out.frame());
            }
            return call;
        } finally {
            if (call == null) {
                ended();
            }
        }
    }

    private void answer(long number, Call call, Result result, Known to) {
        if (result instanceof Result.Unanswered lost) {
            send(unanswered(number, lost.mayHaveArrived(), Failure.text(lost.cause())));
            return;
        }
        try {
            Frame frame = frame(number, call, result, to);
            sendSoon(frame);
            passed(Way.OUT, to.caller().name(), result, frame.size());
        } catch (WireException | RuntimeException notWritten) {
            RemoteFailureException failure = new RemoteFailureException(
                    RemoteMessages.MESSAGES.resultUncarried(
                            call.object() + "." + call.method().getName(), notWritten.getMessage()),
                    null);
            try {
                send(frame(number, call, new Result.Thrown(failure, false, marked(result)), to));
            } catch (WireException | RuntimeException neitherThat) {
                send(unanswered(number, true, Failure.text(neitherThat)));
            }
        }
    }

    private Frame frame(long number, Call call, Result result, Known to) throws WireException {
        WireOut out = new WireOut(FrameKind.RESULT).putLong(number);
        host.codec().write(out, to.shorthand(), call, result);
        int bytes = out.size() - Integer.BYTES;
        if (bytes > to.limits().frameBytesMax()) {
            throw new WireException(
                    MESSAGES.frameTooLarge(bytes, peer, to.limits().frameBytesMax()));
        }
        return out.frame();
    }

    /** The work is done, but its caller will not know its result: so the transaction can only roll back. */
    private static Effect marked(Result result) {
        return new Effect(result.effect().registration(), true);
    }

    // ---- questions

    private void ask(long number, WireIn in, Known from) throws WireException {
        int bytes = Long.BYTES + frameBytes(in);
        Request request = read(number, () -> RequestCodec.read(in, from.shorthand()));
        if (!begin(number, false)) {
            return;
        }
        passed(Way.IN, from.caller().name(), request, bytes);
        this.<Response>hand(
                number,
                reply -> {
                    if (from.caller().node() == null && !isClients(request)) {
                        String text = MESSAGES.noNode(from.caller().name(), request);
                        host.notices().warning(text);
                        reply.accept(new Response.Refused(Response.Why.FORBIDDEN, text));
                    } else {
                        host.inbound().ask(from.caller(), request, reply);
                    }
                },
                response -> answer(number, response, from));
    }

    /** A process that is not a node may only begin transactions, and end those that it has begun (law 22). */
    private static boolean isClients(Request request) {
        return request instanceof Request.Begin || request instanceof Request.End;
    }

    private void answer(long number, Response response, Known to) {
        if (response instanceof Response.Unanswered lost) {
            send(unanswered(number, lost.mayHaveArrived(), Failure.text(lost.cause())));
            return;
        }
        WireOut out = new WireOut(FrameKind.ANSWER).putLong(number);
        ResponseCodec.write(out, to.shorthand(), response);
        Frame frame = out.frame();
        send(frame);
        passed(Way.OUT, to.caller().name(), response, frame.size());
    }

    // ---- life cycle

    @Override
    void closed(Throwable cause) {
        if (known == null && (cause instanceof SSLException || cause instanceof ProtocolException)) {
            host.notices().warning(MESSAGES.connectionRefused(peer, cause.getMessage()));
        }
        over.accept(this);
    }

    /** Accepts nothing more, and tells the other side the last number that it has accepted. */
    void leave() {
        loop().execute(() -> {
            isLeaving = true;
            if (!isClosed()) {
                Frame bye = new WireOut(FrameKind.BYE).putLong(lastTaken).frame();
                close(bye, new EOFException(MESSAGES.closed()));
            }
        });
    }

    /**
     * Closes the connection if there was no hello, if it is dead or unused, or if a message has stopped in the middle.
     */
    void look() {
        judge();
        long age = millisSince(sinceNanos);
        Known from = known;
        if (from == null) {
            if (age > tuning().connectMillisMax()) {
                violated(new WireException("no hello in " + tuning().connectMillisMax() + " ms"));
                close(new IOException("no hello"));
            }
        } else if (underWay.get() > 0) {
            if (quietMillis() > 4L * from.limits().quietMillisMax()) { // else it would have pinged
                close(new IOException("no sign of life in " + quietMillis() + " ms"));
            }
        } else if (quietMillis() > 2 * tuning().idleMillisMax()) { // its opener would have closed it
            leave();
        }
    }
}
