package dev.assent.testkit.simulation;

import dev.assent.NotRunningException;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Terms;
import dev.assent.testkit.simulation.Schedule.Kind;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Work that runs transactions one after the other, each step an event of its own. It uses the engine
 * without waiting, or Jakarta Transactions. Not thread-safe.
 */
final class Client {
    private final World world;
    private final int home;
    private int left;

    /** The life that has its transaction; null when it has none. */
    private @Nullable NodeLife at;

    /**
     * Work that is to be done.
     *
     * @param home the number of the node that it begins its transactions at
     */
    Client(World world, int home, int transactions) {
        this.world = world;
        this.home = home;
        this.left = transactions;
    }

    /** Whether it works with this node, where several call each other. */
    boolean isAt(SimulatedNode node) {
        return world.nodes().get(home) == node;
    }

    int home() {
        return home;
    }

    /** Whether it has a transaction under way. */
    boolean isBusy() {
        return at != null && !at.isDead();
    }

    /** Begins one more transaction than it was to. */
    void more() {
        left++;
    }

    boolean isFinished() {
        return left == 0;
    }

    /** Begins no further transaction. */
    void finish() {
        left = 0;
    }

    /** Goes on with the next transaction in a life of the node. */
    void next(NodeLife life) {
        at = left == 0 ? null : life;
        if (left == 0) {
            return;
        }
        left--;
        Plan plan = world.nextPlan();
        if (plan.isJta()) {
            JtaWork work = new JtaWork(world, life, plan);
            world.schedule().after(world.chance().delayNanos(), life, Kind.JTA, () -> {
                life.inJta(work::run);
                next(life);
            });
        } else {
            Work work = new Work(life, plan);
            world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, work::begin);
        }
    }

    /** One transaction. */
    private final class Work {
        private final NodeLife life;
        private final Plan plan;
        private @Nullable TransactionTruth truth;
        private @Nullable Errand errand;

        Work(NodeLife life, Plan plan) {
            this.life = life;
            this.plan = plan;
        }

        private void soon(Runnable step) {
            world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, step);
        }

        private void later(Runnable step) {
            world.schedule().after(1_000_000_000L, life, Kind.STEP, step);
        }

        private TransactionTruth truth() {
            if (truth == null) {
                throw new IllegalStateException("not begun");
            }
            return truth;
        }

        void begin() {
            Terms terms = new Terms(plan.timeoutMillis(), PresumedAbort.INSTANCE);
            try {
                GlobalTransaction engine = life.coordinator().begin(terms, this::expired, begun -> {});
                truth = world.ledger().begun(engine, life);
                errand = new Errand(life, truth, engine, plan, isWell -> end());
                errand.run();
            } catch (NotRunningException refused) {
                next(life);
            }
        }

        /** A call that came home may still be at work when its reply was given up: its thread is waited for. */
        private void end() {
            if (truth().engine().calls() > 0) {
                later(this::end);
                return;
            }
            switch (plan.end()) {
                case COMMIT -> commit();
                case ROLLBACK -> rollBack();
                case MARK -> {
                    truth().engine().markRollback(null);
                    commit();
                }
                case ABANDON -> {
                    world.awaitTimeout(plan.timeoutMillis());
                    next(life);
                }
            }
        }

        private void commit() {
            if (truth().engine().calls() > 0) {
                later(this::commit);
                return;
            }
            TransactionTruth mine = truth();
            mine.wish = mine.engine().isMarkedRollback() ? Wish.ROLLBACK : Wish.COMMIT;
            if (!mine.engine().isMarkedRollback()
                    && mine.engine().participants().hasSynchronizations()) {
                synchronize();
                return;
            }
            try {
                told(mine.engine().commit(new Told()));
            } catch (IllegalStateException ended) {
                endedByClose(ended);
            }
        }

        /** Law 19: before anybody is asked to prepare; each round may bring another. */
        private void synchronize() {
            if (truth().engine().beforeCompletion(() -> soon(this::commit))) {
                soon(this::commit);
            }
        }

        private void rollBack() {
            truth().wish = Wish.ROLLBACK;
            try {
                told(truth().engine().rollback(new Told()));
            } catch (IllegalStateException ended) {
                endedByClose(ended);
            }
        }

        private void endedByClose(IllegalStateException ended) {
            if (!life.isClosing()) {
                world.ledger().broken("no law", "an end is refused: " + truth(), ended);
            }
        }

        private void expired(Outcome outcome) {
            if (life.isDead()) {
                return;
            }
            world.oracles().outcomes().expired(truth(), life, outcome);
            closeSessions();
        }

        private void told(Outcome outcome) {
            if (outcome == Outcome.PENDING || life.isDead()) {
                return;
            }
            world.oracles().outcomes().told(truth(), life, outcome);
            world.oracles().errors().told(truth(), outcome, null);
            if (!truth().engine().isTakenByTimer()) {
                closeSessions();
            }
            next(life);
        }

        private void closeSessions() {
            List<Errand> all = new ArrayList<>(truth().visits);
            all.add(Objects.requireNonNull(errand));
            soon(() -> all.forEach(Errand::closeSessions));
        }

        /** Takes a late outcome, and lends its thread at times. */
        private final class Told implements Completion {
            @Override
            public void done(Outcome outcome) {
                told(outcome);
            }

            @Override
            public boolean lend(Runnable work) {
                if (!world.chance().of(world.profile().timing().lend())) {
                    return false;
                }
                soon(work);
                return true;
            }
        }
    }
}
