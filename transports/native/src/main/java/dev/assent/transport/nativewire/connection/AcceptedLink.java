package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.service.RemoteFailureException;
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
 * A connection that another process has opened: calls and questions come by it.
 *
 * <pre>
 *   NEW --hello--> OPEN --bye--> CLOSED      (any) --lost, refused--> CLOSED
 * </pre>
 *
 * <p>Thread safety: as {@link Link}; what the loop alone knows is not guarded.
 */
final class AcceptedLink extends Link {
    private static final int TEXT_CHARS_MAX = 1_000;

    private final Host host;
    private final String peer;
    private final Consumer<AcceptedLink> over;
    private final long sinceNanos = nanos();
    private final AtomicInteger underWay = new AtomicInteger();

    /** Of the loop alone. */
    private long lastTaken;

    private boolean isLeaving;
    private volatile @Nullable Known known;

    /** Who is at the other side. */
    private record Known(Caller caller, Shorthand shorthand, Hello.Limits limits) {}

    /** Makes something of a frame. */
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

    // ---- who it is

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

    // ---- what comes

    @Override
    void frame(int kind, WireIn in) throws WireException {
        if (isLeaving) {
            return; // the other side knows by the bye that it was not taken
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
            default -> throw new WireException("a frame of kind " + kind + " is not allowed from who calls");
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

    /** Whether it is taken; if not, the other side knows. */
    private boolean begin(long number, boolean isCall) {
        if (underWay.get() >= tuning().callsMax()) {
            send(unanswered(number, false, MESSAGES.callsMax("this process", tuning().callsMax())));
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

    /** Reads what has come; when it throws, the other side hears that nothing was done of it. */
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

    /** Takes the first answer alone, and says that there is none when a bug keeps it from coming, or from going. */
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

    /** The call that has begun; null when that was its end already, as the other side has heard. */
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

    /** The work is done, and its caller does not hear how: so the transaction can only roll back. */
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

    /** Who is no node has no part in anybody's transaction but the one it has begun (law 22). */
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

    // ---- its life

    @Override
    void closed(Throwable cause) {
        if (known == null && (cause instanceof SSLException || cause instanceof ProtocolException)) {
            host.notices().warning(MESSAGES.connectionRefused(peer, cause.getMessage()));
        }
        over.accept(this);
    }

    /** Takes nothing more, and says what the last was that it has taken. */
    void leave() {
        loop().execute(() -> {
            isLeaving = true;
            if (!isClosed()) {
                Frame bye = new WireOut(FrameKind.BYE).putLong(lastTaken).frame();
                close(bye, new EOFException(MESSAGES.closed()));
            }
        });
    }

    /** Closes one that is not introduced, dead, not used for long, or in the middle of a message that does not go on. */
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
            if (quietMillis() > 4L * from.limits().quietMillisMax()) { // who waits for answers would have asked by now
                close(new IOException("no sign of life in " + quietMillis() + " ms"));
            }
        } else if (quietMillis() > 2 * tuning().idleMillisMax()) { // who has opened it would have closed it by now
            leave();
        }
    }
}
