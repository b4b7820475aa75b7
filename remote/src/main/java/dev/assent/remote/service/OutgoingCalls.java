package dev.assent.remote.service;

import dev.assent.core.jta.Waiter;
import dev.assent.core.message.Message;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls objects of other processes, and waits for their replies.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 *
 * @param propagation knows which transaction the thread has
 * @param transports reach the others
 * @param waiters let the thread wait
 * @param millisMax how long a reply is waited for at most
 */
record OutgoingCalls(Propagation propagation, Transports transports, Supplier<Waiter> waiters, long millisMax) {
    private static final Result NEVER_CAME =
            new Result.Unanswered(true, new IllegalStateException("waiting for the reply has failed"));

    /**
     * A call as part of the thread's transaction, if it has one.
     *
     * @param process its address
     */
    @Nullable Object call(String process, CallName name, @Nullable Object[] arguments) throws Throwable {
        for (Object each : arguments) {
            if (Proxies.behind(each) != null) {
                throw new ServiceRefusedException(Message.PROXY_PASSED.text(name, each), null);
            }
        }
        Propagation.Current transaction = propagation.current();
        Transport via = via(process, name);
        Peer peer = via.peer(process);
        if (transaction == null) {
            return value(name, process, null, exchange(peer, call(name, arguments, null)));
        }
        Context context = transaction.begin(via, process);
        if (context == null) {
            throw new ServiceRefusedException(
                    Message.CLOSED_TO_CALLS.text(name, transaction.id(), transaction.whyClosed()),
                    transaction.rollbackCause());
        }
        Result result = NEVER_CAME;
        try {
            result = context.remainingMillis() == 0
                    ? refused(Message.CONTEXT_EXPIRED.text(transaction.id()))
                    : exchange(peer, call(name, arguments, context));
        } finally {
            end(transaction, process, result);
        }
        return value(name, process, transaction, result);
    }

    /** Waits until the transaction knows who was called, so that the thread may commit as soon as it has the reply. */
    private void end(Propagation.Current transaction, String process, Result result) {
        Waiter waiter = waiters.get();
        transaction.end(process, result, () -> waiter.done(Outcome.COMMITTED)); // it only wakes the thread
        waiter.await();
    }

    /** A call that is part of no transaction, whatever the thread has. */
    void outside(String process, CallName name, @Nullable Object... arguments) {
        Result result = exchange(via(process, name).peer(process), call(name, arguments, null));
        try {
            value(name, process, null, result);
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable undeclared) {
            throw new RemoteFailureException(Message.CALL_FAILED_ALONE.text(name, undeclared), undeclared);
        }
    }

    private Transport via(String process, CallName name) {
        try {
            return transports.of(process);
        } catch (IllegalArgumentException noWay) {
            throw unsent(name, process, noWay);
        }
    }

    private Call call(CallName name, @Nullable Object[] arguments, @Nullable Context context) {
        long millis = context == null ? millisMax : Math.min(millisMax, context.remainingMillis());
        return new Call(name.object(), name.method(), arguments, context, millis);
    }

    private static Result refused(String text) {
        return new Result.Thrown(new ServiceRefusedException(text, null), false, Result.Effect.NONE);
    }

    private Result exchange(Peer peer, Call call) {
        AtomicReference<@Nullable Result> reply = new AtomicReference<>();
        Waiter waiter = waiters.get();
        peer.callAndRead(call, result -> {
            reply.set(result);
            waiter.done(Outcome.COMMITTED); // it only wakes the thread
        });
        waiter.await();
        return Objects.requireNonNull(reply.get());
    }

    /** What the caller gets: the value, or an exception. */
    private static @Nullable Object value(
            CallName name, String process, Propagation.@Nullable Current transaction, Result result) throws Throwable {
        if (result instanceof Result.Returned returned) {
            return returned.value();
        }
        if (result instanceof Result.Thrown thrown) {
            throw thrown(name, process, thrown);
        }
        Result.Unanswered lost = (Result.Unanswered) result;
        if (!lost.mayHaveArrived()) {
            throw unsent(name, process, lost.cause());
        }
        throw new CallLostException(
                transaction == null
                        ? Message.CALL_LOST_ALONE.text(name, process, lost.cause())
                        : Message.CALL_LOST.text(name, process, lost.cause(), transaction.id()),
                lost.cause());
    }

    private static CallUnsentException unsent(CallName name, String process, Throwable cause) {
        return new CallUnsentException(Message.CALL_UNSENT.text(name, process, cause), cause);
    }

    /** As itself, when the method may throw it and the other process says that it did. */
    private static Throwable thrown(CallName name, String process, Result.Thrown thrown) {
        Throwable failure = thrown.failure();
        if (failure instanceof RemoteFailureException || (thrown.isApplications() && mayThrow(name, failure))) {
            return failure;
        }
        return new RemoteFailureException(Message.CALL_FAILED_AT.text(name, process, failure), failure);
    }

    private static boolean mayThrow(CallName name, Throwable failure) {
        if (failure instanceof RuntimeException || failure instanceof Error) {
            return true;
        }
        for (Class<?> declared : name.method().getExceptionTypes()) {
            if (declared.isInstance(failure)) {
                return true;
            }
        }
        return false;
    }
}
