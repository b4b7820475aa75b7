package dev.assent.remote;

import dev.assent.core.message.Message;
import dev.assent.remote.message.Result;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.remote.subordinate.CallHandler;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Counts the calls from others that are under way, and takes no more once it is shut.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CallGate implements CallHandler {
    private final CallHandler inside;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isShut;

    /** Open. */
    CallGate(CallHandler inside) {
        this.inside = inside;
    }

    @Override
    public void handle(Incoming incoming, Consumer<Result> reply) {
        underWay.incrementAndGet(); // before the look, so that who shuts it sees the call or the call sees that
        if (isShut) {
            underWay.decrementAndGet();
            String call =
                    incoming.call().object() + "." + incoming.call().method().getName();
            reply.accept(new Result.Thrown(
                    new ServiceRefusedException(Message.CALL_WHILE_CLOSING.text(call), null),
                    false,
                    Result.Effect.NONE));
            return;
        }
        inside.handle(incoming, result -> {
            try {
                reply.accept(result);
            } finally {
                underWay.decrementAndGet();
            }
        });
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
