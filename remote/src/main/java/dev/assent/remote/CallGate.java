package dev.assent.remote;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.identity.NodeId;
import dev.assent.remote.message.Result;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.remote.service.ServiceRefusedException.Reason;
import dev.assent.remote.subordinate.CallHandler;
import dev.assent.remote.transport.TransactionNeed;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls from others that are under way, and takes none before the log is read, nor when it is shut.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CallGate implements CallHandler {
    private final NodeId self;
    private final CallHandler inside;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isReady;
    private volatile boolean isShut;

    /** That of a node whose log is not read yet. */
    CallGate(NodeId self, CallHandler inside) {
        this.self = self;
        this.inside = inside;
    }

    @Override
    public void handle(Incoming incoming, Consumer<Result> reply) {
        String why =
                enter(incoming.call().object() + "." + incoming.call().method().getName());
        if (why != null) {
            reply.accept(new Result.Thrown(
                    new ServiceRefusedException(why, null, Reason.NOT_READY), false, Result.Effect.NONE));
            return;
        }
        inside.handle(incoming, result -> {
            try {
                reply.accept(result);
            } finally {
                leave();
            }
        });
    }

    @Override
    public TransactionNeed need(String object, Method method) {
        return inside.need(object, method);
    }

    /**
     * One more call is under way; {@link #leave} must follow.
     *
     * @param call for people
     * @return why it is refused; null when it is not
     */
    @Nullable String enter(String call) {
        underWay.incrementAndGet(); // before the look, so that who shuts it sees the call or the call sees that
        if (isShut || !isReady) {
            underWay.decrementAndGet();
            return isShut ? MESSAGES.callWhileClosing(call) : MESSAGES.notReady(self);
        }
        return null;
    }

    /** A call is over that has entered. */
    void leave() {
        underWay.decrementAndGet();
    }

    /** Whether calls are taken, unless it is shut. */
    void setReady(boolean isReadyNow) {
        isReady = isReadyNow;
    }

    /** Refuses calls from now on; those under way go on. */
    void shut() {
        isShut = true;
    }

    /** Whether no call is under way. */
    boolean isIdle() {
        return underWay.get() == 0;
    }
}
