package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.RecoveryReport;
import dev.assent.core.NodeAssembly;
import dev.assent.core.NodeLayer;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.observe.Notices;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.Operator;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.remote.node.Outgoing;
import dev.assent.remote.node.Remoting;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One process of a node, from its start to its end: the real classes, each behind simulated ports. Every
 * call of a port is numbered; the life ends in the one whose number was drawn, and every later call
 * throws, so that nothing survives.
 *
 * <p>Not thread-safe.
 */
final class NodeLife implements SimulatedNetwork.Station {
    private static final int TRANSACTIONS_MAX = 64;
    private static final int RECOVERY_PERIOD_SECONDS = 60;

    /** How long a subordinate may go on unprepared whose superior sets no limit. */
    static final int UNPREPARED_MILLIS_MAX = 30_000;

    /** How many transactions a client without a transaction manager may have open. */
    private static final int CLIENTS_MAX = 10;

    private final World world;
    private final SimulatedNode node;
    private final int number;
    private final SimulatedStorage storage;
    private final LifeEnd end;
    private final LifeRecovery passes;
    private final List<SimulatedSession> sessions = new ArrayList<>();
    private final FileDecisionLog fileLog;
    private final SimulatedLog log;
    private final NodeAssembly parts;
    private final Coordinator coordinator;
    private final Recovery recovery;
    private final NodeTransactionManager jta;
    private final Remoting remoting;
    private final Outflow outflow;
    private final Transport transport;
    private boolean isRestored;
    private boolean isInJta;
    private boolean isForcing;
    private boolean isOnWire;
    private boolean isClosing;

    /** Starts a process; throws the exception with which a real one would stop, or a SimulatedCrash. */
    NodeLife(SimulatedNode node, int number, SimulatedStorage storage, long endCall) {
        this.world = node.world();
        this.node = node;
        this.number = number;
        this.storage = storage;
        this.end = new LifeEnd(this, storage, endCall);
        this.passes = new LifeRecovery(this);
        LifeThreads threads = new LifeThreads(this);
        GroupCommitOracle group = new GroupCommitOracle(this);
        fileLog = FileDecisionLog.open(
                new PortedStorage(this, storage, group),
                new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                node::newIdentity);
        log = new SimulatedLog(this, fileLog, group);
        Outgoing[] outgoing = new Outgoing[1];
        parts = new NodeAssembly(
                new NodeAssembly.Ports(
                        log,
                        new SimulatedClock(this),
                        threads.dispatcher(),
                        threads::inBackground,
                        threads::soonInJta,
                        threads::spin,
                        () -> new SimulatedWaiter(this),
                        world.chance()::nextLong,
                        (point, id, participant) -> port(point.name()),
                        null,
                        new SilentNotices()),
                new NodeAssembly.Acting(
                        fileLog.aside(), line -> port(Coverage.AUDIT), threads::soonByHand, () -> NodeState.RUNNING),
                new NodeAssembly.Limits(TRANSACTIONS_MAX, 0, RECOVERY_PERIOD_SECONDS, false),
                below -> remoting(below, outgoing[0] = Outgoing.of(below, any -> true)));
        coordinator = parts.coordinator();
        recovery = parts.recovery();
        jta = parts.transactionManager();
        remoting = (Remoting) parts.layer();
        outflow = outgoing[0].outflow();
        for (SimulatedResource each : world.resources()) {
            parts.resources().register(new RegisteredResource(this, each));
            parts.resources().register(new RegisteredLocalResource(this, each));
        }
        transport = world.network().of(this);
        remoting.add(transport);
    }

    private Remoting remoting(NodeLayer.Parts below, Outgoing outgoing) {
        return new Remoting(
                below,
                outgoing,
                new Remoting.Limits(
                        new Inflow.Limits(UNPREPARED_MILLIS_MAX, UNPREPARED_MILLIS_MAX),
                        new ClientDesk.Limits(CLIENTS_MAX, CLIENTS_MAX, UNPREPARED_MILLIS_MAX, UNPREPARED_MILLIS_MAX)),
                new Visits(this));
    }

    /** Reads the log. Before that the node knows nothing, and answers every question with "wait" (law 17). */
    void restore() {
        parts.restore();
        remoting.ready();
        isRestored = true;
    }

    boolean isRestored() {
        return isRestored;
    }

    // ---- ports

    /** A call of a port, which may be the last. */
    void port(String call) {
        port(call, "");
    }

    @Override
    public void port(String call, String more) {
        if (isEndingAt(call, more)) {
            throw end(call);
        }
    }

    /** As {@link LifeEnd#isEndingAt}. */
    boolean isEndingAt(String call, String more) {
        return end.isEndingAt(call, more);
    }

    /** As {@link LifeEnd#isEndingInStorage}. */
    boolean isEndingInStorage(String call) {
        return end.isEndingInStorage(call);
    }

    void checkAlive() {
        end.checkAlive();
    }

    /** The end of this life, in a call. */
    SimulatedCrash end(String where) {
        return end.end(where);
    }

    /** Others run while the log is forced, but no thread that would wait for this very force. */
    void whileForcing(Runnable others) {
        boolean wasForcing = isForcing;
        isForcing = true;
        try {
            others.run();
        } finally {
            isForcing = wasForcing;
        }
    }

    /** Runs work of a transport's thread, which must not wait for a database, the log or another thread. */
    void onWire(Runnable work) {
        run(work, true);
    }

    void run(Runnable work, boolean isByTransport) {
        boolean wasOnWire = isOnWire;
        isOnWire = isByTransport;
        try {
            work.run();
        } finally {
            isOnWire = wasOnWire;
        }
    }

    /** The current thread is about to wait for something. */
    void waitsFor(String what) {
        if (isOnWire) {
            String told = "a thread of the transport of " + this + " waits for " + what;
            world.ledger().broken("threads", told, new IllegalStateException(told)); // its stack says how it came there
        }
    }

    /** Others run while a call blocks. */
    void nest() {
        if (node.isOpen(this)) {
            world.schedule().nest();
        }
    }

    /** Discards all notices. */
    private static final class SilentNotices implements Notices {
        @Override
        public void info(String text) {}

        @Override
        public void warning(String text) {}
    }

    // ---- acts

    /** As {@link LifeRecovery#recover}. */
    RecoveryReport recover(boolean now) {
        return passes.recover(now);
    }

    /** As {@link LifeRecovery#byHand}. */
    void byHand(Runnable work) {
        passes.byHand(work);
    }

    void tick() {
        passes.tick();
    }

    /** Runs work of the one thread that has JTA transactions. */
    void inJta(Runnable work) {
        isInJta = true;
        try {
            work.run();
        } finally {
            isInJta = false;
            if (end.isDead()) {
                jta.suspend();
            }
        }
    }

    /** Closed in good order, as {@link dev.assent.Assent#close} does; all of its events have ended. */
    void close() {
        node.forced(log.forcesAsked());
        log.close();
        if (log.statistics().checkpoints() > 0) {
            world.ledger().saw(Sight.CHECKPOINT);
        }
        end.closed();
        world.network().ended(this);
        List.copyOf(sessions).forEach(SimulatedSession::orphan);
    }

    /** No storage call fails from now on. */
    void calm() {
        storage.failAtCall(0);
    }

    void setClosing() {
        isClosing = true;
        remoting.stop();
        coordinator.stop(null);
    }

    // ---- state

    @Override
    public Caller caller() {
        return new Caller(nodeEpoch().node(), toString());
    }

    @Override
    public NodeLife life() {
        return this;
    }

    World world() {
        return world;
    }

    SimulatedNode node() {
        return node;
    }

    List<SimulatedSession> sessions() {
        return sessions;
    }

    Coordinator coordinator() {
        return coordinator;
    }

    NodeAssembly parts() {
        return parts;
    }

    Operator operator() {
        return parts.operator();
    }

    Recovery recovery() {
        return recovery;
    }

    NodeTransactionManager jta() {
        return jta;
    }

    SimulatedLog log() {
        return log;
    }

    FileDecisionLog fileLog() {
        return fileLog;
    }

    NodeEpoch nodeEpoch() {
        return fileLog.life();
    }

    /** The bytes of the node's identity, as they are in branch qualifiers. */
    ByteBuffer identityBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        fileLog.life().node().write(bytes);
        return bytes.flip();
    }

    Transport transport() {
        return transport;
    }

    /** Where something comes in that this node's own transport has not brought. */
    Inbound inbound() {
        return remoting.over(transport);
    }

    Outflow outflow() {
        return outflow;
    }

    /** A resource that is registered to take part without XA. */
    LocalResource local(String name) {
        return Objects.requireNonNull(parts.resources().findLocal(name));
    }

    DurableRecords durable() {
        return node.durable();
    }

    long calls() {
        return end.calls();
    }

    boolean endsByPower() {
        return end.endsByPower();
    }

    @Override
    public boolean isDead() {
        return end.isDead();
    }

    boolean isRecovering() {
        return passes.isRecovering();
    }

    /** Whether no thread of this life may begin to wait. */
    boolean mayNotWait() {
        return isInJta || isForcing;
    }

    boolean isClosing() {
        return isClosing;
    }

    boolean isRunning() {
        return coordinator.isRunning();
    }

    boolean hasLogFailed() {
        return fileLog.failure().isPresent();
    }

    boolean hasLogRefused() {
        return log.isRefused();
    }

    @Override
    public String toString() {
        return node.name() + "/" + number;
    }
}
