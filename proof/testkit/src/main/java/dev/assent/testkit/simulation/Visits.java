package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.CompletionListener;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.subordinate.CallHandler;
import dev.assent.remote.subordinate.CallRefusedException;
import dev.assent.remote.subordinate.Joined;
import dev.assent.remote.subordinate.RemoteSuperior;
import dev.assent.testkit.simulation.Schedule.Kind;
import jakarta.transaction.RollbackException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;

/** The work of a node for the calls that reach it. Not thread-safe. */
final class Visits implements CallHandler {
    private final NodeLife life;
    private final World world;

    Visits(NodeLife life) {
        this.life = life;
        this.world = life.world();
    }

    @Override
    public void handle(Incoming incoming, Consumer<Result> reply) {
        Joined joined;
        try {
            joined = incoming.join();
        } catch (CallRefusedException refused) {
            if (String.valueOf(refused.getMessage()).contains("ASSENT-8012")) {
                world.ledger().saw(Sight.SECOND_INCARNATION);
            }
            reply.accept(new Result.Thrown(refused, false, new Result.Effect(null, refused.isRollbackOnly())));
            return;
        }
        GlobalTransaction engine = joined.engine();
        note(engine, incoming);
        TransactionTruth truth = Objects.requireNonNull(
                world.ledger().find(ByteBuffer.wrap(engine.id().global())));
        if (truth.isForeign()) {
            world.ledger().named(truth, engine.branchesId());
        }
        world.oracles().incarnations().visited(truth, life, engine);
        Plan.Call plan = (Plan.Call) Objects.requireNonNull(incoming.call().arguments()[0]);
        work(joined, truth, plan, watched(engine, incoming, reply), 0);
    }

    /** The call is under way until it is answered (law 16). */
    private Consumer<Result> watched(GlobalTransaction engine, Incoming incoming, Consumer<Result> reply) {
        RemoteCallOracle calls = world.oracles().remoteCalls();
        calls.begun(engine);
        return result -> {
            calls.ended(engine);
            calls.replied(engine, Objects.requireNonNull(incoming.call().context()), result);
            reply.accept(result);
        };
    }

    private void work(Joined joined, TransactionTruth truth, Plan.Call call, Consumer<Result> reply, int tries) {
        GlobalTransaction engine = joined.engine();
        if (!world.enter(engine)) {
            long later = world.chance().delayNanosOf(tries);
            world.schedule().after(later, life, Kind.STEP, () -> work(joined, truth, call, reply, tries + 1));
            return;
        }
        Errand errand = new Errand(life, truth, engine, call.work(), isWell -> {
            if (!isWell) {
                engine.markRollback(null);
            }
            joined.end(new Result.Returned(null, Result.Effect.NONE), reply);
        });
        boolean isShown = engine.subordinate() != null || truth.isClients; // by Jakarta Transactions
        try {
            if (call.isSynchronized() && isShown) {
                register(joined.transaction(), truth);
            }
            if (isShown && !isClosedAtEnd(joined.transaction(), errand)) {
                joined.end(new Result.Returned(null, Result.Effect.NONE), reply);
                return;
            }
            if (!isShown) {
                truth.visits.add(errand); // the client later closes the sessions of this visit
            }
        } finally {
            world.leave(engine);
        }
        errand.run();
    }

    /** False when it can only roll back by now, and takes no work. */
    private boolean isClosedAtEnd(JtaTransaction transaction, Errand errand) {
        CompletionListener closing =
                status -> world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, errand::closeSessions);
        try {
            transaction.registerSynchronization(closing);
            return true;
        } catch (RollbackException | IllegalStateException over) {
            transaction.engine().markRollback(over);
            return false;
        }
    }

    private void note(GlobalTransaction engine, Incoming incoming) {
        Subordinate subordinate = engine.subordinate();
        if (subordinate == null) {
            world.ledger().saw(Sight.CAME_HOME);
            boolean isHere = engine.id() instanceof LocalTransactionId local
                    && local.origin().equals(life.nodeEpoch());
            if (!isHere) {
                world.ledger().broken("law 14", "a context that is not from here came home: " + engine.id());
            }
            return;
        }
        SuperiorRef superior = ((RemoteSuperior) subordinate.superior()).ref();
        if (life.nodeEpoch().node().equals(superior.node())) {
            world.ledger().broken("law 14", "a node is its own subordinate: " + engine.id());
        }
        if (!superior.equals(Objects.requireNonNull(incoming.call().context()).superior())) {
            world.ledger().saw(Sight.DIAMOND);
        }
    }

    private void register(JtaTransaction transaction, TransactionTruth truth) {
        VisitSynchronization registered = new VisitSynchronization(life, truth);
        try {
            transaction.registerSynchronization(registered);
            registered.taken();
        } catch (RollbackException | IllegalStateException tooLate) {
            transaction.engine().markRollback(tooLate);
        }
    }
}
