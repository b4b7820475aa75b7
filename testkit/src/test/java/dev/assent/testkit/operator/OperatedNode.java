package dev.assent.testkit.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.audit.Act;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.NodeState.Mode;
import dev.assent.core.operator.Operator;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.operator.Request;
import dev.assent.core.participant.Answer;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.testkit.SimulatedCrash;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingLocalResource;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.RecordingSuperior;
import dev.assent.testkit.resource.TestNode;
import dev.assent.testkit.storage.SimulatedDisk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * A node on a simulated disk with its operator, two resources with XA, and two last resources, one of
 * which has commit markers. Not thread-safe.
 */
final class OperatedNode implements AutoCloseable {
    static final Act ACT = new Act("alice", 1_000, "the folder is gone");

    final EventList events = new EventList();
    final RecordingResource orders = new RecordingResource("orders", events);
    final RecordingResource payments = new RecordingResource("payments", events);
    final RecordingLocalResource ledger = new RecordingLocalResource("ledger", events, false);
    final RecordingLocalResource archive = new RecordingLocalResource("archive", events, true);

    /** Decides what {@link #prepare} has voted for. */
    final RecordingSuperior superior = new RecordingSuperior(events);

    /** Every line of the audit. */
    final List<String> audit = new ArrayList<>();

    /** Runs at every fault point. */
    Consumer<FaultPoint> atPoint = reached -> {};

    /** The work of acts after their records, while the test holds it. */
    final Queue<Runnable> held = new ArrayDeque<>();

    boolean isHolding;

    /** Whether the node still opens its resources. */
    boolean isOpening;

    SimulatedDisk disk = new SimulatedDisk();
    NodeId newNode = new NodeId(1, 2);
    final SplittableRandom random = new SplittableRandom(1);

    FileDecisionLog fileLog;
    TestNode node;
    Operator operator;

    OperatedNode() {
        fileLog = openLog();
        node = start();
        operator = operator();
    }

    private FileDecisionLog openLog() {
        return FileDecisionLog.open(disk.mount(random), new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> newNode);
    }

    private TestNode start() {
        TestNode started = TestNode.builder()
                .events(events)
                .log(fileLog)
                .tracer((point, id, participant) -> atPoint.accept(point))
                .descriptions(superior.descriptions())
                .open();
        started.register(orders);
        started.register(payments);
        started.resources().register(ledger);
        started.resources().register(archive);
        return started;
    }

    private Operator operator() {
        return new Operator(new Operator.Parts(
                node.coordinator(),
                node.recovery(),
                fileLog.aside(),
                line -> {
                    events.add("audit");
                    audit.add(line);
                },
                work -> {
                    if (isHolding) {
                        held.add(work);
                    } else {
                        work.run();
                    }
                },
                () -> isOpening ? new NodeState(Mode.OPENING, "running") : NodeState.RUNNING));
    }

    /** The process ends and starts again; resources lose unprepared work. */
    void restart() {
        atPoint = reached -> {};
        node.close();
        orders.restart();
        payments.restart();
        events.clear();
        fileLog = openLog();
        node = start();
        operator = operator();
    }

    /** As {@link #restart}; unforced data are lost. */
    void losePower() {
        SimulatedDisk forced = disk.snapshot();
        forced.losePower(random);
        node.close();
        disk = forced;
        restart();
    }

    @Override
    public void close() {
        node.close();
        assertThat(orders.openSessions() + payments.openSessions()).isZero();
    }

    /** The process ends at this point of a call. */
    void crash(FaultPoint point, Callable<?> call) {
        atPoint = reached -> {
            if (reached == point) {
                throw new SimulatedCrash(point.name());
            }
        };
        assertThatThrownBy(call::call).isInstanceOf(SimulatedCrash.class);
        atPoint = reached -> {};
    }

    Coordinator coordinator() {
        return node.coordinator();
    }

    Recovery recovery() {
        return node.recovery();
    }

    /** The node's transaction of this id, which must exist. */
    Transaction known(TransactionId id) {
        return Objects.requireNonNull(coordinator().find(id), "the node does not know " + id);
    }

    // ---- branches

    /** A branch of transaction 17 of an owner's epoch 3. */
    static BranchXid branch(NodeId owner, int number) {
        return branch(new NodeEpoch(owner, 3, 0), BranchXid.PRESUMED_ABORT, number);
    }

    /** A branch of transaction 17 of a life. */
    static BranchXid branch(NodeEpoch life, int presumption, int number) {
        return new BranchXid(new LocalTransactionId(life, 17), life, presumption, number);
    }

    /** Makes both resources hold a branch of one transaction of this owner. */
    TransactionId plantAtBoth(NodeId owner) {
        orders.plant(branch(owner, 1));
        payments.plant(branch(owner, 2));
        return branch(owner, 1).transaction();
    }

    /** Makes both resources hold an orphan of this node. */
    TransactionId plantOrphans() {
        NodeEpoch life = coordinator().life();
        orders.plant(branch(life, BranchXid.PRESUMED_ABORT, 1));
        payments.plant(branch(life, BranchXid.PRESUMED_ABORT, 2));
        return branch(life, BranchXid.PRESUMED_ABORT, 1).transaction();
    }

    /** A transaction on both resources and a last one. */
    JtaTransaction begin(RecordingLocalResource last) throws Exception {
        JtaTransaction begun = node.beginOn(orders, payments);
        begun.enlistLastResource(last.name(), last.work());
        return begun;
    }

    /** A superior's transaction on both resources, which has voted that it is prepared. */
    TransactionId prepare() throws Exception {
        TransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);
        JtaTransaction joined = node.inflow().join(id, 60_000, superior);
        joined.enlistResource(orders.connect());
        joined.enlistResource(payments.connect());
        List<Answer> votes = new ArrayList<>();
        Subordinate subordinate = subordinate(id);
        subordinate.prepare(votes::add);
        assertThat(votes).containsExactly(Answer.PREPARED);
        return id;
    }

    /** The node's subordinate for this transaction, which must exist. */
    Subordinate subordinate(TransactionId id) {
        return Objects.requireNonNull(coordinator().subordinate(id), "the node does not know " + id);
    }

    // ---- acts

    ActResult resolve(TransactionId id, boolean commit) {
        return told(reply -> operator.resolve(id, commit, ACT, reply));
    }

    ActResult forget(TransactionId id) {
        return told(reply -> operator.forget(id, Set.of(), ACT, reply));
    }

    ActResult end(TransactionId id) {
        return told(reply -> operator.end(id, ACT, reply));
    }

    ActResult endAllOf(String who) {
        return told(reply -> operator.endAllOf(who, ACT, reply));
    }

    ActResult adopt(NodeId other, boolean isWhole) {
        return told(reply -> operator.adopt(other, isWhole, ACT, reply));
    }

    /** The transactions in doubt, in the words that operators read. */
    String list() {
        List<String> told = new ArrayList<>();
        new OperatorConsole(operator)
                .run(
                        new Request(Request.Verb.LIST, "", Request.Flags.NONE, ""),
                        "alice",
                        answer -> told.add(answer.text()));
        return told.get(0);
    }

    /** The result of an act, which comes once. */
    static ActResult told(Consumer<Consumer<ActResult>> act) {
        List<ActResult> told = new ArrayList<>();
        act.accept(told::add);
        assertThat(told).as("told once").hasSize(1);
        return told.get(0);
    }
}
