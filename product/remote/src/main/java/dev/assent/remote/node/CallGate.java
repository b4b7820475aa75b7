package dev.assent.remote.node;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import dev.assent.remote.message.Result;
import dev.assent.remote.subordinate.CallHandler;
import dev.assent.remote.transport.TransactionNeed;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the unfinished calls from others, and refuses calls before the log is read and after it is shut.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CallGate implements CallHandler {
    private final NodeId self;
    private final CallHandler inside;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isReady;
    private volatile boolean isShut;

    /** The gate of a node whose log is not read yet. */
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
     * Begins a call; {@link #leave} must follow.
     *
     * @param call its name for display
     * @return the reason to refuse it; null if it is accepted
     */
    @Nullable String enter(String call) {
        underWay.incrementAndGet(); // before the check: shut() sees the call, or the call sees the shut gate
        if (isShut || !isReady) {
            underWay.decrementAndGet();
            return isShut ? MESSAGES.callWhileClosing(call) : MESSAGES.notReady(self);
        }
        return null;
    }

    /** Ends a call that has entered. */
    void leave() {
        underWay.decrementAndGet();
    }

    /** Sets whether calls are accepted, unless the gate is shut. */
    void setReady(boolean isReadyNow) {
        isReady = isReadyNow;
    }

    /** Refuses calls from now on; running ones go on. */
    void shut() {
        isShut = true;
    }

    /** Whether no call is under way. */
    boolean isIdle() {
        return underWay.get() == 0;
    }
}
