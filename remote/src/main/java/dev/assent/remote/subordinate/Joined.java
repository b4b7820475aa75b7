package dev.assent.remote.subordinate;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Result;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The work of one call, as part of the transaction that it came with. {@link #end} must follow.
 *
 * <p>Thread safety: safe to share.
 */
public final class Joined {
    private final Transaction engine;
    private final Context context;
    private final String address;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Work that has begun.
     *
     * @param address where this node is reached by the transport that the call came over
     */
    Joined(Transaction engine, Context context, String address) {
        this.engine = engine;
        this.context = context;
        this.address = address;
    }

    /** What the work is part of. */
    public Transaction engine() {
        return engine;
    }

    /** The same, as Jakarta Transactions shows it; a subordinate, and whatever was begun by them, has that face. */
    public JtaTransaction transaction() {
        return (JtaTransaction) engine.owner();
    }

    /** The work is over: what its reply says of the transaction. Called once. */
    public Result.Effect end() {
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException("the work of transaction " + engine.id() + " has ended before");
        }
        Result.Effect effect = new Result.Effect(registration(), engine.isMarkedRollback());
        engine.endCall();
        return effect;
    }

    /**
     * The subordinate makes itself known to the superior that the call names, until that knows it (law 16), and again
     * when it has new synchronizations. One whose superior is another caller is no affair of this one's (law 14), nor is
     * a transaction that has come home.
     */
    private @Nullable Registration registration() {
        Subordinate subordinate = engine.subordinate();
        if (subordinate == null
                || !(subordinate.superior() instanceof RemoteSuperior superior)
                || !superior.ref().equals(context.superior())) {
            return null;
        }
        boolean hasSynchronizations = transaction().hasSynchronizations();
        if (context.known() != null && !hasSynchronizations) {
            return null;
        }
        BranchRef branch = new BranchRef(engine.id(), Objects.requireNonNull(engine.incarnation()));
        return new Registration(branch, address, hasSynchronizations);
    }
}
