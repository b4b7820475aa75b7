package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.jta.Waiter;
import dev.assent.remote.CallLostException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Peer;
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
 * @param propagation knows the thread's transaction
 * @param transports reach other processes
 * @param waiters let the thread wait
 * @param millisMax how long the thread waits for a reply at most
 */
record OutgoingCalls(Propagation propagation, Transports transports, Supplier<Waiter> waiters, long millisMax) {
    private static final Result NEVER_CAME =
            new Result.Unanswered(true, new IllegalStateException("waiting for the reply has failed"));

    /**
     * A call as part of the thread's transaction, if it has one.
     *
     * @param to the process with the object
     */
    @Nullable Object call(Destination to, CallName name, @Nullable Object[] arguments) throws Throwable {
        for (Object each : arguments) {
            if (Proxies.behind(each) != null) {
                throw new ServiceRefusedException(MESSAGES.proxyPassed(name, each), null);
            }
        }
        Propagation.Current transaction = propagation.current();
        Destination.Route route = to.route(name);
        if (transaction == null) {
            return value(name, to, null, alone(route.peer(), call(name, arguments, null)));
        }
        Context context = transaction.begin(route.via(), to.process());
        if (context == null) {
            throw new ServiceRefusedException(
                    MESSAGES.closedToCalls(name, transaction.id(), transaction.whyClosed()),
                    transaction.rollbackCause());
        }
        Result result = NEVER_CAME;
        try {
            result = context.remainingMillis() == 0
                    ? refused(MESSAGES.contextExpired(transaction.id()))
                    : transaction.judged(exchange(route.peer(), call(name, arguments, context)));
        } finally {
            end(transaction, to.process(), result);
        }
        return value(name, to, transaction, result);
    }

    /**
     * Waits until the transaction knows the called process, so that the thread may commit as soon as it has the reply.
     */
    private void end(Propagation.Current transaction, String process, Result result) {
        waiters.get().awaitCallback(over -> transaction.end(process, result, over));
    }

    /** The process at an address. */
    Destination destination(String process) {
        return new Destination(transports, process);
    }

    /** A call without a transaction, even if the thread has one. */
    void outside(Destination to, CallName name, @Nullable Object... arguments) {
        Result result = alone(to.route(name).peer(), call(name, arguments, null));
        try {
            value(name, to, null, result);
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable undeclared) {
            throw new RemoteFailureException(MESSAGES.callFailedAlone(name, undeclared), undeclared);
        }
    }

    private Call call(CallName name, @Nullable Object[] arguments, @Nullable Context context) {
        long millis = context == null ? millisMax : Math.min(millisMax, context.remainingMillis());
        return new Call(name.object(), name.type(), name.method(), arguments, context, millis);
    }

    private static Result refused(String text) {
        return new Result.Thrown(new ServiceRefusedException(text, null), false, Result.Effect.NONE);
    }

    /** Without a transaction, a reply that is a refusal by its kind counts as one. */
    private Result alone(Peer peer, Call call) {
        Result result = exchange(peer, call);
        return result instanceof Result.Unanswered lost ? lost.refused() : result;
    }

    private Result exchange(Peer peer, Call call) {
        AtomicReference<@Nullable Result> reply = new AtomicReference<>();
        Waiter waiter = waiters.get();
        peer.callAndRead(call, result -> {
            reply.set(result);
            waiter.wake();
        });
        waiter.await(() -> reply.get() != null);
        return Objects.requireNonNull(reply.get());
    }

    /** Returns the value, or throws the exception, for the caller. */
    private static @Nullable Object value(
            CallName name, Destination to, Propagation.@Nullable Current transaction, Result result) throws Throwable {
        if (result instanceof Result.Returned returned) {
            return returned.value();
        }
        if (result instanceof Result.Thrown thrown) {
            throw thrown(name, to, thrown);
        }
        Result.Unanswered lost = (Result.Unanswered) result;
        if (!lost.mayHaveArrived()) {
            throw to.unsent(name, lost.cause());
        }
        throw new CallLostException(
                transaction == null
                        ? MESSAGES.callLostAlone(name, to, lost.cause())
                        : MESSAGES.callLost(name, to, lost.cause(), transaction.id()),
                lost.cause());
    }

    /** The exception itself, if the method may throw it and the other process says that the method threw it. */
    private static Throwable thrown(CallName name, Destination to, Result.Thrown thrown) {
        Throwable failure = thrown.failure();
        if (failure instanceof RemoteFailureException || (thrown.isApplications() && mayThrow(name, failure))) {
            return failure;
        }
        return new RemoteFailureException(MESSAGES.callFailedAt(name, to, failure), failure);
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
