package dev.assent.testkit.simulation;

import dev.assent.core.local.LocalWork;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaVerb;
import dev.assent.spi.RecoverableResource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a node to a resource. It ends with the life of the node, with the resource, or when it
 * is lost. Any call may fail, hang, or be the one in which the node or the resource crashes.
 *
 * <p>Not thread-safe.
 */
final class SimulatedSession implements XAResource, RecoverableResource.Session {
    private static final ByteBuffer LOCAL_QUALIFIER = ByteBuffer.wrap(new byte[] {'L'});

    private final SimulatedResource resource;
    private final NodeLife life;
    private final boolean isRecoverys;
    private final XaEffects effects;
    private final XaRefusals refusals;
    private final Hearing hearing;
    private final List<Xid> scan = new ArrayList<>();
    private boolean isLost;

    SimulatedSession(SimulatedResource resource, NodeLife life, boolean isRecoverys) {
        this.resource = resource;
        this.life = life;
        this.isRecoverys = isRecoverys;
        this.effects = new XaEffects(resource, this);
        this.refusals = new XaRefusals(resource, effects);
        this.hearing = new Hearing(life, isRecoverys);
    }

    NodeLife life() {
        return life;
    }

    SimulatedResource resource() {
        return resource;
    }

    boolean isLost() {
        return isLost;
    }

    /** Whether recovery opened it. */
    boolean isRecoverys() {
        return isRecoverys;
    }

    /** Whether a call can reach the branch: unprepared work is bound to its connection. */
    boolean reaches(BranchTruth branch) {
        return !isLost && !resource.isDown() && (branch.associations.isEmpty() || branch.isWorkOf(this));
    }

    /** The connection breaks now. */
    void lose() {
        isLost = true;
        resource.disconnected(this);
    }

    @Override
    public XAResource xaResource() {
        return this;
    }

    @Override
    public void close() {
        life.port(Coverage.DISCONNECT);
        if (!isLost) {
            lose();
        }
        life.sessions().remove(this);
    }

    /** Work of the application on the branch it started. */
    void work(XidBytes xid) throws XAException {
        String work = resource.world().history().isRecorded() ? "work on " + xid.named() : "work";
        call(XaVerb.START, Coverage.APPLICATIONS, work, null, () -> effects.work(xid));
    }

    // ---- local work, without XA

    /** Begins local work of a transaction. */
    LocalWork beginLocal(TransactionTruth transaction) throws XAException {
        XidBytes key = new XidBytes(0, transaction.global, LOCAL_QUALIFIER);
        call(XaVerb.START, Coverage.APPLICATIONS, "begin locally", null, () -> effects.beginLocal(key));
        BranchTruth branch = resource.find(key);
        if (branch == null) {
            throw new IllegalStateException("no local work");
        }
        transaction.branches.add(branch);
        return new SimulatedLocalWork(this, branch);
    }

    void commitLocal(BranchTruth branch, boolean isMarked) throws XAException {
        call(
                XaVerb.COMMIT_ONE_PHASE,
                "LocalWork.commit",
                "commit locally",
                branch.xid,
                () -> effects.commitLocal(branch.xid, isMarked));
    }

    void rollBackLocal(BranchTruth branch) throws XAException {
        call(
                XaVerb.ROLLBACK,
                "LocalWork.rollback",
                "roll back locally",
                branch.xid,
                () -> effects.rollback(branch.xid));
    }

    /** A question of recovery about markers. */
    void askMarkers(String call, String name, Runnable question) throws XAException {
        call(XaVerb.RECOVER, call, name, null, () -> {
            question.run();
            return XA_OK;
        });
    }

    // ---- XAResource

    @Override
    public void start(Xid xid, int flags) throws XAException {
        XidBytes key = XidBytes.of(xid);
        resource.world().oracles().associations().starts(this, flags, resource.find(key));
        call(XaVerb.START, "start", key, () -> effects.start(key, flags));
        BranchTruth branch = resource.find(key);
        if (flags == TMNOFLAGS && branch != null && branch.transaction != null) {
            branch.transaction.branches.add(branch);
        }
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        XidBytes key = XidBytes.of(xid);
        resource.world().oracles().associations().ends(this, flags);
        call(XaVerb.END, "end", key, () -> effects.end(key, flags));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        XidBytes key = XidBytes.of(xid);
        int vote = call(XaVerb.PREPARE, "prepare", key, () -> effects.prepare(key));
        BranchTruth branch = resource.find(key);
        if (branch != null && vote == XA_OK) {
            branch.hasVoted = true;
        }
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        XidBytes key = XidBytes.of(xid);
        if (onePhase) {
            call(XaVerb.COMMIT_ONE_PHASE, "commit in one phase", key, () -> effects.commitOnePhase(key));
        } else {
            call(XaVerb.COMMIT, "commit", key, () -> effects.commit(key));
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        XidBytes key = XidBytes.of(xid);
        call(XaVerb.ROLLBACK, "rollback", key, () -> effects.rollback(key));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        XidBytes key = XidBytes.of(xid);
        call(XaVerb.FORGET, "forget", key, () -> effects.forget(key));
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        Xid[][] part = new Xid[1][];
        call(XaVerb.RECOVER, "recover", null, () -> {
            part[0] = resource.list(scan, flags);
            return XA_OK;
        });
        return part[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof SimulatedSession that && that.resource == resource;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    // ---- a call

    private int call(XaVerb verb, String name, @Nullable XidBytes xid, XaEffects.Call effect) throws XAException {
        return call(verb, Coverage.of(verb), name, xid, effect);
    }

    /** {@code name} is for people. */
    private int call(XaVerb verb, String call, String name, @Nullable XidBytes xid, XaEffects.Call effect)
            throws XAException {
        World world = resource.world();
        life.checkAlive();
        life.waitsFor(resource + ", asked to " + name);
        world.resourceCalled();
        BranchTruth branch = xid == null ? null : resource.find(xid);
        if (world.history().isRecorded()) {
            tell(name, xid);
        }
        if (xid != null) {
            world.oracles().calls().asked(this, verb, xid, branch);
        }
        if (life.isEndingAt(call, "")) {
            abandon(effect);
            throw life.end(call);
        }
        if (world.mayFail(world.profile().timing().hang(), call, Coverage.SLOW)) {
            world.ledger().met(call, Coverage.SLOW);
            world.schedule().advance(world.chance().hangNanos());
        }
        if (branch == null) {
            return reach(verb, call, effect, null);
        }
        branch.isBusy = true;
        try {
            return reach(verb, call, effect, branch);
        } finally {
            branch.isBusy = false;
        }
    }

    /** Questions of recovery are asked all the time. */
    private void tell(String name, @Nullable XidBytes xid) {
        String asked = life + " asks " + resource + " to " + name + " " + (xid == null ? "" : xid.named());
        if (xid == null && isRecoverys) {
            resource.world().history().detail(asked);
        } else {
            resource.world().history().line(asked);
        }
    }

    private int reach(XaVerb verb, String call, XaEffects.Call effect, @Nullable BranchTruth branch)
            throws XAException {
        World world = resource.world();
        BranchTruth asked = verb == XaVerb.COMMIT ? branch : null;
        boolean isFirst = branch != null
                && ((verb == XaVerb.COMMIT && branch.isFirstCommitOf(life))
                        || (verb == XaVerb.ROLLBACK && branch.isFirstRollbackOf(life)));
        boolean wasTried = asked != null && asked.isTried;
        if (asked != null) {
            asked.isTried = true;
        }
        world.schedule().nest();
        life.checkAlive();
        ErrorOracle errors = world.oracles().errors();
        int answer;
        try {
            answer = perform(verb, call, effect, branch);
        } catch (XAException failed) {
            if (world.history().isRecorded()) {
                world.history().line("  answer: XA code " + failed.errorCode);
            }
            world.history().mix(failed.errorCode);
            if (Coverage.isXa(call)) {
                world.ledger().met(call, XaCodes.name(failed.errorCode));
            }
            if (asked != null && failed.errorCode == XAException.XAER_NOTA) {
                asked.isTried = wasTried;
            }
            life.port(Coverage.answerTo(call));
            if (branch != null) {
                hearing.failed(verb, branch, failed.errorCode, isFirst);
            }
            if (branch != null && !isRecoverys) { // in recovery its outcome is out already
                errors.answered(life, verb, branch, true);
            }
            throw failed;
        }
        world.schedule().nest();
        life.port(Coverage.answerTo(call));
        if (branch != null) {
            errors.answered(life, verb, branch, false);
            hearing.answered(verb, branch, answer);
        }
        return answer;
    }

    private int perform(XaVerb verb, String call, XaEffects.Call effect, @Nullable BranchTruth branch)
            throws XAException {
        World world = resource.world();
        Fault.Drawn drawn = Fault.draw(world, call);
        Fault fault = drawn.fault();
        if (fault != Fault.NONE && world.history().isRecorded()) {
            world.history().line("  fault: " + fault);
        }
        if (isLost || resource.isDown()) {
            throw failed(verb, branch);
        }
        if (fault != Fault.NONE && !(fault == Fault.CODE && Coverage.isXa(call))) {
            world.ledger().met(call, fault.name());
        }
        return switch (fault) {
            case NONE -> effect.run();
            case FAIL_BEFORE -> throw failed(verb, branch);
            case FAIL_AFTER -> {
                effect.run();
                throw failed(verb, branch);
            }
            case LOSE_CONNECTION -> {
                abandon(effect);
                throw failed(verb, branch);
            }
            case THROW_BEFORE -> {
                failed(verb, branch);
                throw new IllegalStateException("simulated bug of a driver");
            }
            case THROW_AFTER -> {
                effect.run();
                failed(verb, branch);
                throw new IllegalStateException("simulated bug of a driver");
            }
            case CRASH_BEFORE -> {
                resource.crash();
                throw failed(verb, branch);
            }
            case CRASH_AFTER -> {
                effect.run();
                resource.crash();
                throw failed(verb, branch);
            }
            case CODE -> refusals.refuse(verb, drawn.code(), branch, effect);
        };
    }

    private SimulatedXaException failed(XaVerb verb, @Nullable BranchTruth branch) {
        if ((verb == XaVerb.END || verb == XaVerb.START) && branch != null) {
            effects.endFailed(branch);
        }
        boolean leavesDoubt = verb == XaVerb.COMMIT_ONE_PHASE || verb == XaVerb.FORGET;
        if (leavesDoubt && branch != null && branch.transaction != null) {
            branch.transaction.hasCause = true;
        }
        return new SimulatedXaException(XAException.XAER_RMFAIL);
    }

    /** The connection is lost in a call. The call may take effect, now or later, but no caller hears its answer. */
    private void abandon(XaEffects.Call effect) {
        World world = resource.world();
        isLost = true;
        boolean takesEffect = world.chance().of(0.5);
        world.schedule().after(world.chance().delayNanos() * world.chance().below(100), () -> {
            if (takesEffect && !resource.isDown()) {
                world.ledger().saw(Sight.LATE_EFFECT);
                world.history().line("late effect at " + resource + " of a call of " + life);
                effect.runQuietly();
            }
            resource.disconnected(this);
        });
    }

    /** The life of the node has ended, and this connection ends with it, soon. */
    void orphan() {
        if (!isLost) {
            isLost = true;
            resource.world()
                    .schedule()
                    .after(resource.world().chance().delayNanos(), () -> resource.disconnected(this));
        }
    }
}
