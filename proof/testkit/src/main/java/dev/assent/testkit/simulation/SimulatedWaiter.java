package dev.assent.testkit.simulation;

import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.jta.Waiter;
import dev.assent.core.transaction.Outcome;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Waits by running the rest of the world. Not thread-safe. */
final class SimulatedWaiter implements Waiter {
    private @Nullable NodeLife owner;
    private @Nullable Outcome outcome;
    private @Nullable Runnable work;

    SimulatedWaiter(NodeLife life) {
        this.owner = life;
        life.world().waiters().add(this);
    }

    /** Forgets the world, since the thread keeps its waiter. */
    void release() {
        owner = null;
    }

    private NodeLife life() {
        if (owner == null) {
            throw new IllegalStateException("the world is over");
        }
        return owner;
    }

    @Override
    public void done(Outcome told) {
        outcome = told;
    }

    @Override
    public boolean lend(Runnable lent) {
        World world = life().world();
        if (work != null || !world.chance().of(world.profile().timing().lend())) {
            return false;
        }
        work = lent;
        return true;
    }

    @Override
    public Outcome await() {
        await(() -> outcome != null);
        Outcome told = Objects.requireNonNull(outcome);
        outcome = null;
        return told;
    }

    @Override
    public void wake() {
        // it looks again after each event of the world
    }

    @Override
    public void await(BooleanSupplier isOver) {
        World world = life().world();
        life().waitsFor("an event");
        for (; ; ) {
            life().checkAlive();
            Runnable lent = work;
            if (lent != null) {
                work = null;
                lent.run();
            } else if (isOver.getAsBoolean()) {
                return;
            } else if (world.ledger().isBroken() || !world.schedule().runNext()) {
                world.ledger().broken("once", "a client waits for ever");
                throw new SimulatedCrash("a client waits for ever");
            }
        }
    }
}
