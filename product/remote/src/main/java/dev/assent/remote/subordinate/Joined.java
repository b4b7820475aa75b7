package dev.assent.remote.subordinate;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of one call, as part of the transaction of its context. {@link #end} must follow.
 *
 * <p>Thread safety: safe to share.
 */
public final class Joined {
    private final GlobalTransaction engine;
    private final Context context;
    private final Transport via;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Work that has begun.
     *
     * @param via the transport of the call
     */
    Joined(GlobalTransaction engine, Context context, Transport via) {
        this.engine = engine;
        this.context = context;
        this.via = via;
    }

    /** The transaction of the work. */
    public GlobalTransaction engine() {
        return engine;
    }

    /** The transaction as Jakarta Transactions shows it; subordinates have this view too. */
    public JtaTransaction transaction() {
        return (JtaTransaction) engine.owner();
    }

    /**
     * Ends the work. Called once.
     *
     * @param done the result of the work
     * @param reply gets that result with its effect on the transaction, once the superior knows of the subordinate and
     *     of the synchronizations that the work has registered; or a failure, if the message to the superior failed. By
     *     any thread, perhaps before this returns
     */
    public void end(Result done, Consumer<Result> reply) {
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException("the work of transaction " + engine.id() + " has ended before");
        }
        Subordinate subordinate = engine.subordinate();
        if (subordinate == null || !(subordinate.superior() instanceof RemoteSuperior superior)) {
            end(done, null, reply);
            return;
        }
        boolean isSuperiors = superior.ref().equals(context.superior());
        boolean isAsked = hasSynchronizations() && superior.can(Feature.SYNCHRONIZATIONS);
        if (isSuperiors && via.can().contains(Feature.REGISTRATION_ON_REPLY)) {
            boolean isKnown = context.known() != null && !hasSynchronizations(); // if so, no registration goes (law 16)
            String self = superior.selfAddress(via);
            end(done, isKnown ? null : Enrolment.registration(engine, self, hasSynchronizations()), reply);
        } else if (isSuperiors || isAsked || !superior.can(Feature.REGISTRATION_ON_REPLY)) {
            superior.enrolment().tell(engine, isAsked, failure -> end(failed(done, failure), null, reply));
        } else {
            end(done, null, reply); // the caller is not the superior (law 14), which hears by the reply to its own call
        }
    }

    private static Result failed(Result done, @Nullable Throwable failure) {
        return failure == null ? done : new Result.Thrown(failure, false, Result.Effect.NONE);
    }

    private void end(Result done, @Nullable Registration registration, Consumer<Result> reply) {
        Result.Effect effect = new Result.Effect(registration, engine.isMarkedRollback() || engine.isTimedOut());
        engine.endCall();
        reply.accept(done.with(effect));
    }

    private boolean hasSynchronizations() {
        return transaction().hasSynchronizations();
    }
}
