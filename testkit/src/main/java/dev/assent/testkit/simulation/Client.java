package dev.assent.testkit.simulation;

import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalWork;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.NotRunningException;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Terms;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaTraits;
import dev.assent.testkit.simulation.Schedule.Kind;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Work that runs transactions one after the other, each step an event of its own. It uses the engine
 * without waiting, or Jakarta Transactions. Not thread-safe.
 */
final class Client {
    private final World world;
    private int left;

    Client(World world, int transactions) {
        this.world = world;
        this.left = transactions;
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
        private final List<SimulatedSession> sessions = new ArrayList<>();
        private @Nullable TransactionTruth truth;
        private @Nullable XaBranch last;
        private int made;
        private int enlisted;

        Work(NodeLife life, Plan plan) {
            this.life = life;
            this.plan = plan;
        }

        private void soon(Runnable step) {
            world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, step);
        }

        private TransactionTruth truth() {
            if (truth == null) {
                throw new IllegalStateException("not begun");
            }
            return truth;
        }

        void begin() {
            Terms terms = new Terms(plan.timeoutMillis(), PresumedAbort.INSTANCE, null, this::expired);
            try {
                Transaction engine = life.coordinator().begin(terms);
                truth = world.ledger().begun(engine, life);
                soon(this::enlist);
            } catch (NotRunningException refused) {
                next(life);
            }
        }

        private void enlist() {
            if (enlisted == plan.branches().size()) {
                soon(this::end);
                return;
            }
            Plan.Branch branch = plan.branches().get(enlisted++);
            SimulatedResource resource = world.resources().get(branch.resource());
            try {
                SimulatedSession session = resource.connect(life, false);
                sessions.add(session);
                if (branch.isLast()) {
                    soon(enlistLast(session) ? this::enlist : this::end);
                } else if (enlist(session)) {
                    soon(() -> work(session, branch.isWriting()));
                } else {
                    soon(this::end);
                }
            } catch (XAException | IllegalStateException failed) {
                truth().engine.markRollback(failed);
                soon(this::end);
            }
        }

        private boolean enlist(SimulatedSession session) throws XAException {
            Transaction engine = truth().engine;
            if (engine.enter() != Admission.ADMITTED) {
                return false;
            }
            try {
                String name = session.resource().name();
                engine.checkRoom(name);
                BranchXid xid = new BranchXid(engine.id(), life.coordinator().life(), BranchXid.PRESUMED_ABORT, ++made);
                XaBranch made = new XaBranch(xid, name, XaTraits.STANDARD, last);
                made.start(session);
                engine.enlist(made);
                truth().enlisted++;
                last = made;
                return true;
            } finally {
                engine.leave();
            }
        }

        private boolean enlistLast(SimulatedSession session) throws XAException {
            TransactionTruth mine = truth();
            if (mine.engine.enter() != Admission.ADMITTED) {
                return false;
            }
            try {
                String name = session.resource().localName();
                mine.engine.checkRoomForLast(name);
                LocalWork work = session.beginLocal(mine);
                mine.engine.enlist(new LocalParticipant(mine.engine.id(), life.local(name), work));
                mine.enlisted++;
                return true;
            } finally {
                mine.engine.leave();
            }
        }

        private void work(SimulatedSession session, boolean isWriting) {
            try {
                if (isWriting && last != null) {
                    session.work(XidBytes.of(last.xid()));
                }
                soon(this::enlist);
            } catch (XAException | IllegalStateException failed) {
                truth().engine.markRollback(failed);
                soon(this::end);
            }
        }

        private void end() {
            switch (plan.end()) {
                case COMMIT -> commit();
                case ROLLBACK -> rollBack();
                case MARK -> {
                    truth().engine.markRollback(null);
                    commit();
                }
                case ABANDON -> {
                    world.awaitTimeout(plan.timeoutMillis());
                    next(life);
                }
            }
        }

        private void commit() {
            TransactionTruth mine = truth();
            mine.wish = mine.engine.isMarkedRollback() ? Wish.ROLLBACK : Wish.COMMIT;
            try {
                told(mine.engine.commit(new Told()));
            } catch (IllegalStateException ended) {
                endedByClose(ended);
            }
        }

        private void rollBack() {
            truth().wish = Wish.ROLLBACK;
            try {
                told(truth().engine.rollback(new Told()));
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
            world.ledger().expired(truth(), life, outcome);
            closeSessions();
        }

        private void told(Outcome outcome) {
            if (outcome == Outcome.PENDING || life.isDead()) {
                return;
            }
            world.ledger().told(truth(), life, outcome);
            if (!truth().engine.isTakenByTimer()) {
                closeSessions();
            }
            next(life);
        }

        private void closeSessions() {
            soon(() -> {
                for (SimulatedSession session : sessions) {
                    session.close();
                }
                sessions.clear();
            });
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
                soon(() -> life.whileForcing(work));
                return true;
            }
        }
    }
}
