package dev.assent.remote.subordinate;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of one call, as part of the transaction that it came with. {@link #end} must follow.
 *
 * <p>Thread safety: safe to share.
 */
public final class Joined {
    private final Transaction engine;
    private final Context context;
    private final Transport via;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Work that has begun.
     *
     * @param via what the call came over
     */
    Joined(Transaction engine, Context context, Transport via) {
        this.engine = engine;
        this.context = context;
        this.via = via;
    }

    /** What the work is part of. */
    public Transaction engine() {
        return engine;
    }

    /** The same, as Jakarta Transactions shows it; a subordinate, and whatever was begun by them, has that face. */
    public JtaTransaction transaction() {
        return (JtaTransaction) engine.owner();
    }

    /**
     * The work is over. Called once.
     *
     * @param done what became of it
     * @param reply is told the same with what it says of the transaction, once its superior knows of the subordinate,
     *     and of synchronizations that the work has left; that the call has failed, when the superior can't be told. By
     *     any thread, also before this returns
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
            boolean isKnown = context.known() != null && !hasSynchronizations(); // then nothing is repeated (law 16)
            String self = superior.selfAddress(via);
            end(done, isKnown ? null : Enrolment.registration(engine, self, hasSynchronizations()), reply);
        } else if (isSuperiors || isAsked || !superior.can(Feature.REGISTRATION_ON_REPLY)) {
            superior.enrolment().tell(engine, isAsked, failure -> end(failed(done, failure), null, reply));
        } else {
            end(done, null, reply); // the caller is not who decides (law 14), and who does hears by its own reply
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
