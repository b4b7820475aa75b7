package dev.assent.testkit.simulation;

import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalWork;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * The work of one transaction on one node: its branches, one after the other, then its calls of other nodes, by one
 * thread or by several. Each step is an event of its own. Not thread-safe.
 */
final class Errand {
    /** The method that every remote call uses. */
    static final Method METHOD = Consumer.class.getMethods()[0];

    /** Longer than a node takes to start. */
    private static final long RESTART_NANOS = 200_000_000L;

    private final World world;
    private final NodeLife life;
    private final TransactionTruth truth;
    private final GlobalTransaction engine;
    private final Plan plan;
    private final Consumer<Boolean> whenDone;
    private final List<SimulatedSession> sessions = new ArrayList<>();
    private @Nullable XaBranch last;
    private int enlisted;
    private int tries;
    private int called;
    private int underWay;
    private boolean isBroken;
    private boolean isEnded;

    /**
     * Work for one transaction at one node.
     *
     * @param engine this node's half of the transaction
     * @param whenDone receives whether all was done
     */
    Errand(NodeLife life, TransactionTruth truth, GlobalTransaction engine, Plan plan, Consumer<Boolean> whenDone) {
        this.world = life.world();
        this.life = life;
        this.truth = truth;
        this.engine = engine;
        this.plan = plan;
        this.whenDone = whenDone;
    }

    void run() {
        soon(this::enlist);
    }

    /** Closes the connections that it has opened. */
    void closeSessions() {
        sessions.forEach(SimulatedSession::close);
        sessions.clear();
    }

    private void soon(Runnable step) {
        world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, step);
    }

    private void done(boolean isWell) {
        soon(() -> whenDone.accept(isWell));
    }

    private void enlist() {
        if (enlisted == plan.branches().size()) {
            soon(this::call);
            return;
        }
        if (!world.enter(engine)) {
            world.schedule().after(world.chance().delayNanosOf(tries++), life, Kind.STEP, this::enlist);
            return;
        }
        tries = 0;
        try {
            enlist(plan.branches().get(enlisted++));
        } finally {
            world.leave(engine);
        }
    }

    private void enlist(Plan.Branch branch) {
        SimulatedResource resource = world.resources().get(branch.resource());
        try {
            SimulatedSession session = resource.connect(life, false);
            sessions.add(session);
            if (branch.isLast()) {
                goOn(enlistLast(session), this::enlist);
            } else {
                goOn(enlist(session), () -> work(session, branch.isWriting()));
            }
        } catch (XAException | IllegalStateException failed) {
            failed(failed);
        }
    }

    private void goOn(boolean isIn, Runnable next) {
        if (isIn) {
            soon(next);
        } else {
            done(false);
        }
    }

    private void failed(Exception why) {
        engine.markRollback(why);
        done(false);
    }

    private boolean enlist(SimulatedSession session) throws XAException {
        if (engine.enter() != Admission.ADMITTED) {
            return false;
        }
        try {
            String name = session.resource().name();
            engine.participants().checkRoom(name);
            BranchXid xid = new BranchXid(
                    engine.branchesId(), life.coordinator().life(), BranchXid.PRESUMED_ABORT, truth.nextNumber());
            XaBranch made = new XaBranch(xid, name, session.resource().traits(), last);
            made.start(session);
            engine.participants().enlist(made);
            truth.enlisted++;
            last = made;
            return true;
        } finally {
            engine.leave();
        }
    }

    private boolean enlistLast(SimulatedSession session) throws XAException {
        if (engine.enter() != Admission.ADMITTED) {
            return false;
        }
        try {
            String name = session.resource().localName();
            engine.participants().checkRoomForLast(name);
            LocalWork work = session.beginLocal(truth);
            engine.participants().enlist(new LocalParticipant(engine.id(), life.local(name), work));
            truth.enlisted++;
            return true;
        } finally {
            engine.leave();
        }
    }

    private void work(SimulatedSession session, boolean isWriting) {
        try {
            if (isWriting && last != null) {
                session.work(XidBytes.of(last.xid()));
            }
            soon(this::enlist);
        } catch (XAException | IllegalStateException failed) {
            failed(failed);
        }
    }

    /** Begins the next call; at times another thread begins one more meanwhile. */
    private void call() {
        if (isBroken || called == plan.calls().size()) {
            endCalls();
            return;
        }
        Plan.Call next = plan.calls().get(called++);
        underWay++;
        if (underWay > 1) {
            world.ledger().saw(Sight.CALLS_AT_ONCE);
        }
        if (hasEnded(next.node())) {
            world.schedule().after(RESTART_NANOS, life, Kind.STEP, () -> call(next));
        } else {
            call(next);
        }
        if (world.chance().of(world.profile().network().atOnce())) {
            soon(this::call);
        }
    }

    /** Goes on when the last call has ended. At times it does not wait for the calls of its other threads (law 16). */
    private void endCalls() {
        boolean isOver =
                underWay == 0 || world.chance().of(world.profile().network().atOnce() / 10);
        if (isOver && !isEnded) {
            isEnded = true;
            done(!isBroken);
        }
    }

    private void called(boolean isWell) {
        underWay--;
        isBroken |= !isWell;
        soon(this::call);
    }

    /** Whether a node has just ended by chance between two calls of it, and so lost the work of the first. */
    private boolean hasEnded(int number) {
        if (number >= world.profile().network().nodes()) {
            return false;
        }
        SimulatedNode node = world.nodes().get(number);
        boolean isFirst = truth.called.add(node);
        boolean isToEnd = !isFirst
                && node != life.node()
                && world.mayFail(world.profile().network().between())
                && node.mayEnd();
        if (isToEnd) {
            node.crash();
        }
        return isToEnd;
    }

    private void call(Plan.Call next) {
        String address = world.addressOf(next);
        Context context = life.outflow().begin(engine, life.transport(), address);
        if (context == null) {
            called(false);
            return;
        }
        truth.isDistributed = true;
        RemoteCallOracle calls = world.oracles().remoteCalls();
        calls.begun(engine);
        Call call = new Call("object", METHOD, new Object[] {next}, context, 0);
        life.transport().peer(address).call(call, result -> {
            boolean goesOn = result instanceof Result.Returned || world.chance().of(0.3);
            life.outflow().end(engine, address, result, () -> {
                calls.ended(engine);
                called(goesOn);
            });
        });
    }
}
