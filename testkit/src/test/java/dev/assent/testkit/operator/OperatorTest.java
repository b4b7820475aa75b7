package dev.assent.testkit.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.audit.Act;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.message.Message;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.operator.Operator;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.SimulatedCrash;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingLocalResource;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import dev.assent.testkit.storage.SimulatedDisk;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator's acts: allowed or refused, on record before they are done, and audited (laws 2 and 12). */
class OperatorTest {
    private static final NodeId OTHER = new NodeId(7, 7);
    private static final Act ACT = new Act("alice", 1_000, "the folder is gone");

    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private final RecordingLocalResource ledger = new RecordingLocalResource("ledger", events, false);
    private final RecordingLocalResource archive = new RecordingLocalResource("archive", events, true);
    private final List<String> audit = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private SimulatedDisk disk = new SimulatedDisk();
    private NodeId newNode = new NodeId(1, 2);
    private Consumer<FaultPoint> atPoint = reached -> {};
    private FileDecisionLog fileLog = openLog();
    private TestNode node = start();
    private Operator operator = operator();

    private FileDecisionLog openLog() {
        return FileDecisionLog.open(disk.mount(random), new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> newNode);
    }

    private TestNode start() {
        TestNode started = TestNode.builder()
                .events(events)
                .log(fileLog)
                .tracer((point, id, participant) -> atPoint.accept(point))
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
                Runnable::run));
    }

    private void restart() {
        node.close();
        orders.restart();
        payments.restart();
        events.clear();
        fileLog = openLog();
        node = start();
        operator = operator();
    }

    @AfterEach
    void closeNode() {
        node.close();
        assertThat(orders.openSessions() + payments.openSessions()).isZero();
    }

    private static BranchXid branch(NodeId owner, int epoch, int sequence, int number) {
        NodeEpoch life = new NodeEpoch(owner, epoch);
        return new BranchXid(new LocalTransactionId(life, sequence), life, BranchXid.PRESUMED_ABORT, number);
    }

    private ActResult resolve(TransactionId id, boolean commit) {
        return told(reply -> operator.resolve(id, commit, ACT, reply));
    }

    private ActResult adopt(NodeId other, boolean isWhole) {
        return told(reply -> operator.adopt(other, isWhole, ACT, reply));
    }

    private static ActResult told(Consumer<Consumer<ActResult>> act) {
        List<ActResult> told = new ArrayList<>();
        act.accept(told::add);
        assertThat(told).as("told once").hasSize(1);
        return told.get(0);
    }

    private TransactionId plantAtBoth(NodeId owner) {
        orders.plant(branch(owner, 3, 17, 1));
        payments.plant(branch(owner, 3, 17, 2));
        return branch(owner, 3, 17, 1).transaction();
    }

    /** The process ends at this point of an act. */
    private void crash(FaultPoint point, Callable<?> act) {
        atPoint = reached -> {
            if (reached == point) {
                throw new SimulatedCrash(point.name());
            }
        };
        assertThatThrownBy(act::call).isInstanceOf(SimulatedCrash.class);
        atPoint = reached -> {};
    }

    /**
     * The process ends at this point of an act, and its successor makes a pass of recovery. Without power what
     * was not forced is lost.
     *
     * @return whether the act was on record by then
     */
    private boolean crashAndRecover(FaultPoint point, Callable<?> act) {
        crash(point, act);
        disk = disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            disk.losePower(random);
        }
        restart();
        node.recovery().run(true);
        return point != FaultPoint.BEFORE_FORCE;
    }

    // ---- branches of another node

    @Test
    void aBranchOfANodeThatIsNotAdoptedIsNotResolved() {
        TransactionId id = plantAtBoth(OTHER);
        ActResult result = resolve(id, true);
        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.text()).contains("ASSENT-4028", OTHER.toString(), "log adopt");
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(events.count("append")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBranchWhoseFolderIsGoneIsResolvedAfterItsNodeIsAdopted(boolean commit) {
        TransactionId id = plantAtBoth(OTHER);
        assertThat(adopt(OTHER, false).kind()).isEqualTo(Kind.DONE);
        node.recovery().run(true);
        assertThat(orders.known() + payments.known()).as("left alone").isEqualTo(2);
        events.clear();

        ActResult result = resolve(id, commit);

        assertThat(result)
                .isEqualTo(
                        new ActResult(Kind.DONE, (commit ? "committed" : "rolled back") + " on 'orders', 'payments'"));
        assertThat(orders.committed() + payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(commit ? 0 : 2);
        assertThat(events.all().stream()
                        .filter(each -> !each.contains(".recover"))
                        .toList())
                .as("on record before it is done")
                .startsWith(
                        "audit", "log.append(RESOLUTION)", "log.force", commit ? "orders.commit" : "orders.rollback")
                .endsWith("log.release", "audit");
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(node.coordinator().adoption(OTHER)).as("for good").isNotNull();
    }

    @Test
    void theAuditTellsWhenWhoWhatAndWhyAndWhatBecameOfIt() {
        TransactionId id = plantAtBoth(OTHER);
        resolve(id, true);
        adopt(OTHER, false);
        resolve(id, true);
        assertThat(audit).hasSize(6);
        assertThat(audit.get(0))
                .isEqualTo(
                        "1970-01-01T00:00:01Z alice asks: resolve " + id + " by commit (reason: the folder is gone)");
        assertThat(audit.get(1)).contains("alice told: resolve " + id, "REFUSED: ASSENT-4028");
        assertThat(audit.get(3)).contains("told: adopt " + OTHER, "DONE: adopted without a log");
        assertThat(audit.get(5)).endsWith("resolve " + id + " by commit: DONE: committed on 'orders', 'payments'");
    }

    @Test
    void nothingIsDoneWhenTheAuditCannotBeWritten() {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        events.clear();
        Operator unaudited = new Operator(new Operator.Parts(
                node.coordinator(),
                node.recovery(),
                fileLog.aside(),
                line -> {
                    throw new LogUnavailableException(Message.AUDIT_NOT_WRITTEN.text("audit.log", "no space"), null);
                },
                Runnable::run));
        ActResult result = told(reply -> unaudited.resolve(id, true, ACT, reply));
        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.text()).contains("ASSENT-4023");
        assertThat(events.all()).isEmpty();
        assertThat(resolve(id, true).kind()).as("the next act is not held up").isEqualTo(Kind.DONE);
    }

    @Test
    void aResolutionWaitsForAResourceThatGoesAwayAndSurvivesARestart() {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);

        ActResult result = resolve(id, true);

        assertThat(result.kind()).isEqualTo(Kind.WAITING);
        assertThat(result.text()).contains("'orders'").doesNotContain("'payments'");
        restart();
        assertThat(node.coordinator().find(id).act()).isEqualTo(ACT);
        assertThat(node.recovery().run(true).committed()).isEqualTo(1);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    @Test
    void aResolutionWhoseForceFailsIsNotActedUpon() {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        node.log().failNextForce(Durability.UNKNOWN);
        ActResult result = resolve(id, true);
        assertThat(result.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(result.text()).contains("ASSENT-4022");
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(audit.get(audit.size() - 1)).contains("UNKNOWN");
    }

    @Test
    void aResolutionIsNotActedUponBeforeALateForceIsAnswered() {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        List<Runnable> late = new ArrayList<>();
        node.log().answerLateOn(late::add);
        List<ActResult> told = new ArrayList<>();
        operator.resolve(id, true, ACT, told::add);
        assertThat(told).isEmpty();
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(resolve(id, false).text()).as("one act at a time").contains("ASSENT-4021");
        late.forEach(Runnable::run);
        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.DONE);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    /** The points that a resolution passes, and whether it is on record there. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_COMMIT", "AFTER_COMMIT", "BEFORE_END", "AFTER_END"})
    void aCrashInAResolutionLosesItWholeOrNotAtAll(FaultPoint point) {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        boolean isOnRecord = crashAndRecover(point, () -> resolve(id, true));
        assertThat(orders.committed() + payments.committed()).isEqualTo(isOnRecord ? 2 : 0);
        assertThat(orders.known() + payments.known()).isEqualTo(isOnRecord ? 0 : 2);
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    // ---- transactions of the node

    @Test
    void aDecidedTransactionIsFinishedByTheSameResolutionAndNotByTheOther() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        events.clear();
        ActResult refused = resolve(transaction.id(), false);
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4025", "by rollback", "to commit it is decided");
        assertThat(resolve(transaction.id(), true).kind()).isEqualTo(Kind.DONE);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
        assertThat(events.count("append")).as("decided already").isZero();
    }

    @Test
    void onANodeThatHasStoppedTheRestIsLeftToTheNextStart() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        node.coordinator().stop(null);
        ActResult told = resolve(transaction.id(), true);
        assertThat(told.kind()).isEqualTo(Kind.WAITING);
        assertThat(told.text())
                .contains("the next start of the node does the rest")
                .doesNotContain("recovery");
    }

    @Test
    void whatIsUnderWayIsNotResolved() throws Exception {
        JtaTransaction active = node.beginOn(orders);
        assertThat(resolve(active.id(), false).text()).contains("ASSENT-4026", "ACTIVE");
        active.rollback();
    }

    @Test
    void anOrphanIsRolledBackAndNeverCommitted() {
        BranchXid orphan = branch(node.coordinator().life().node(), 1, 99, 1);
        orders.plant(orphan);
        restart();
        assertThat(resolve(orphan.transaction(), true).text()).contains("ASSENT-4029");
        assertThat(orders.known()).isEqualTo(1);
        assertThat(resolve(orphan.transaction(), false).kind()).isEqualTo(Kind.DONE);
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void aBranchUnderAnUnknownPresumptionIsTheOperatorsToResolve() {
        NodeEpoch life = node.coordinator().life();
        BranchXid strange = new BranchXid(new LocalTransactionId(life, 99), life, 'Z', 1);
        orders.plant(strange);
        node.recovery().run(true);
        assertThat(orders.known()).isEqualTo(1);
        assertThat(resolve(strange.transaction(), true).kind()).isEqualTo(Kind.DONE);
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void whatNobodyKnowsIsRefusedWithTheResourcesThatWereNotAsked() {
        payments.setOutage(new IOException("no route to host"));
        TransactionId id = branch(OTHER, 1, 1, 1).transaction();
        assertThat(resolve(id, true).text()).contains("ASSENT-4024", "reached: orders", "not reached: payments");
    }

    /** A transaction whose last resource was asked to commit when the process ended (law 13). */
    private TransactionId lastResourceInDoubt() throws Exception {
        JtaTransaction begun = node.beginOn(orders, payments);
        begun.enlistLastResource(ledger.name(), ledger.work());
        crash(FaultPoint.BEFORE_LAST, () -> {
            begun.commit();
            return null;
        });
        restart();
        node.recovery().run(true);
        assertThat(orders.known() + payments.known()).as("left in doubt").isEqualTo(2);
        events.clear();
        return begun.id();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatALastResourceDidIsTheOperatorsWordWhichIsOnRecordFirst(boolean commit) throws Exception {
        TransactionId id = lastResourceInDoubt();
        assertThat(resolve(id, commit).kind()).isEqualTo(Kind.DONE);
        assertThat(events.all())
                .startsWith(
                        "audit",
                        "log.append(RESOLUTION)",
                        "log.force",
                        "log.append(" + (commit ? "DECISION" : "ROLLBACK") + ")",
                        "log.force");
        assertThat(orders.committed() + payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(commit ? 0 : 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theWordAboutALastResourceSurvivesACrash(boolean commit) throws Exception {
        TransactionId id = lastResourceInDoubt();
        crash(FaultPoint.AFTER_FORCE, () -> resolve(id, commit));
        restart();
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(orders.committed() + payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(commit ? 0 : 2);
        assertThat(node.coordinator().parked()).isEmpty();
    }

    // ---- a full log

    /** Decisions wait for a resource that is away, until the log takes no more. */
    private void fillLog() throws Exception {
        atPoint = reached -> {
            if (reached == FaultPoint.AFTER_FORCE) {
                orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            }
        };
        boolean isFull = false;
        for (int i = 0; !isFull; i++) {
            JtaTransaction begun = node.beginOn(orders, payments);
            try {
                begun.commit();
            } catch (RollbackException refused) {
                assertThat(refused).hasStackTraceContaining("ASSENT-3010");
                isFull = true;
            }
            assertThat(i).isLessThan(1_000);
        }
        atPoint = reached -> {};
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogThatIsFullHasRoomForAResolutionAndItsDecision(boolean isCut) throws Exception {
        TransactionId id = lastResourceInDoubt();
        fillLog();
        Act longest = new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX));
        if (isCut) {
            crash(FaultPoint.AFTER_FORCE, () -> told(reply -> operator.resolve(id, true, longest, reply)));
            disk = disk.snapshot();
            restart();
            assertThat(node.coordinator().find(id).act()).isEqualTo(longest);
        } else {
            ActResult result = told(reply -> operator.resolve(id, true, longest, reply));
            assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        }
        int waiting = node.coordinator().parked().size();
        assertThat(node.recovery().run(true).committed()).isEqualTo(waiting);
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(orders.known() + payments.known()).isZero();
        assertThat(orders.committed()).as("with the resolved one").isGreaterThan(100);
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void aLogThatIsFullHasRoomToForget() throws Exception {
        TransactionId id = heuristic().id();
        fillLog();
        ActResult result = told(reply ->
                operator.forget(id, Set.of(), new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX)), reply));
        assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        assertThat(node.coordinator().knows(id)).isFalse();
    }

    // ---- forget

    private JtaTransaction heuristic() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThatThrownBy(transaction::commit).isNotNull();
        events.clear();
        return transaction;
    }

    private ActResult forget(TransactionId id, String... lost) {
        return told(reply -> operator.forget(id, Set.of(lost), ACT, reply));
    }

    @Test
    void aHeuristicOutcomeIsForgottenByTheResourceAfterThatIsOnRecordThenByTheLog() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(resolve(id, true).text()).contains("ASSENT-4027");
        events.clear();
        assertThat(forget(id)).isEqualTo(new ActResult(Kind.DONE, "forgotten"));
        events.assertExactly("audit", "log.append(FORGETTING)", "log.force", "orders.forget", "log.release", "audit");
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(forget(id).text()).contains("ASSENT-4010");
    }

    @Test
    void aForgettingThatAResourceCannotBeToldIsDoneByRecoveryAlsoAfterARestart() throws Exception {
        TransactionId id = heuristic().id();
        orders.setOutage(new IOException("no route to host"));
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        restart();
        assertThat(node.coordinator().find(id).isToBeForgotten()).isTrue();
        node.recovery().run(true);
        assertThat(node.coordinator().knows(id)).as("kept until told").isTrue();
        orders.setOutage(null);
        node.recovery().run(true);
        assertThat(node.coordinator().knows(id)).isFalse();
        assertThat(orders.known()).isZero();
    }

    @Test
    void aHeuristicOutcomeOfAResourceThatIsLostForGoodIsForgottenWhenTheOperatorSaysSo() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "'orders' is registered");
        node.unregister("orders");
        assertThat(forget(id, "payment").text()).contains("ASSENT-4010", "no branch on 'payment'", "'payments'");
        ActResult waits = forget(id);
        assertThat(waits.kind()).as("it may only be missing").isEqualTo(Kind.WAITING);
        assertThat(waits.text()).contains("--lost orders");
        node.recovery().run(true);
        assertThat(node.coordinator().knows(id)).isTrue();

        assertThat(forget(id, "orders"))
                .isEqualTo(new ActResult(Kind.DONE, "forgotten; not told, since lost for good: 'orders'"));

        assertThat(audit.get(audit.size() - 2)).contains("asks: forget " + id + ", lost for good: 'orders'");
        restart();
        assertThat(node.coordinator().knows(id)).isFalse();
    }

    private TransactionId decidedWithOrdersGone() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        orders.loseAll();
        node.unregister("orders");
        events.clear();
        return transaction.id();
    }

    @Test
    void aDecisionThatWaitsForNothingButALostResourceIsForgottenWithThatOnRecord() throws Exception {
        TransactionId id = decidedWithOrdersGone();
        assertThat(forget(id).text()).contains("ASSENT-4010", "COMMIT_PARKED");
        ActResult told = forget(id, "orders");
        assertThat(told.kind()).isEqualTo(Kind.DONE);
        assertThat(told.text())
                .contains("forgotten", "to commit it was decided, and nobody can tell whether 'orders' did it");
        events.assertExactly("audit", "audit", "audit", "log.append(FORGETTING)", "log.force", "log.release", "audit");
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void aDecisionThatWaitsForAnotherResourceAsWellIsNotForgotten() throws Exception {
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        TransactionId id = decidedWithOrdersGone();
        payments.setOutage(new IOException("no route to host"));
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "it waits for 'payments'");
        assertThat(events.count("append")).isZero();
        payments.setOutage(null);
        assertThat(forget(id, "orders").kind()).as("asked once more").isEqualTo(Kind.DONE);
        assertThat(payments.committed()).isEqualTo(1);
    }

    /** The points that giving up a resource passes, and whether it is on record there. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_END", "AFTER_END"})
    void aCrashWhileALostResourceIsGivenUpLosesThatWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = decidedWithOrdersGone();
        crash(point, () -> forget(id, "orders"));
        disk = disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            disk.losePower(random);
        }
        restart();
        node.unregister("orders");

        node.recovery().run(true);

        assertThat(node.coordinator().knows(id)).isEqualTo(point == FaultPoint.BEFORE_FORCE);
    }

    @Test
    void aResourceThatIsBackAfterAllIsFinishedFirst() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        node.unregister("orders");
        crash(FaultPoint.AFTER_FORCE, () -> forget(transaction.id(), "orders"));
        restart();
        assertThat(node.recovery().run(true).committed()).isEqualTo(1);
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(node.coordinator().parked()).isEmpty();
    }

    /** What an operator wants forgotten, while its resource is away. */
    private List<TransactionId> askToForget(int count) throws Exception {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(heuristic().id());
        }
        orders.setOutage(new IOException("no route to host"));
        for (TransactionId id : ids) {
            assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        }
        return ids;
    }

    @Test
    void whatIsToBeForgottenOpensAResourceThatIsAwayOnceATryWhoseTurnHasCome() throws Exception {
        askToForget(5);
        restart();
        List<String> opened = new ArrayList<>();
        orders.onOpen(() -> opened.add("orders"));
        for (long halfSeconds = 0; halfSeconds < 80; halfSeconds++) {
            node.recovery().run(false);
            node.clock().advance(Duration.ofMillis(500));
        }
        assertThat(opened).as("after 0, 0.5, 1.5, 3.5, 7.5 s and then each 4 s").hasSize(13);
        assertThat(node.notices().of(4001)).hasSize(1);
    }

    @Test
    void whatIsToBeForgottenUsesTheConnectionsOfThePass() throws Exception {
        askToForget(5);
        orders.setOutage(null);
        List<String> opened = new ArrayList<>();
        orders.onOpen(() -> opened.add("orders"));
        node.recovery().run(true);
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(orders.known()).isZero();
        assertThat(opened).hasSize(1);
    }

    @Test
    void aForgettingWhoseResourceLacksAClassOfItsDriverWaits() throws Exception {
        TransactionId id = heuristic().id();
        orders.onOpen(() -> {
            throw new NoClassDefFoundError("driver");
        });
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        orders.onOpen(() -> {});
        assertThat(forget(id).kind()).as("the next act is not held up").isEqualTo(Kind.DONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_FORGET", "AFTER_FORGET", "BEFORE_END", "AFTER_END"})
    void aCrashInAForgettingLosesItWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = heuristic().id();
        boolean isOnRecord = crashAndRecover(point, () -> forget(id));
        assertThat(node.coordinator().knows(id)).isEqualTo(!isOnRecord);
        assertThat(orders.known()).isEqualTo(isOnRecord ? 0 : 1);
    }

    @Test
    void aBugUnderAnActIsToldAndHoldsUpNoOtherAct() {
        TransactionId id = plantAtBoth(OTHER);
        adopt(OTHER, false);
        node.log().refuseNextAppend(new NullPointerException("a bug"));
        ActResult told = resolve(id, true);
        assertThat(told.kind()).isEqualTo(Kind.REFUSED);
        assertThat(told.text()).contains("ASSENT-4043", "a bug");
        assertThat(audit.get(audit.size() - 1)).contains("REFUSED", "a bug");
        assertThat(resolve(id, true).kind()).isEqualTo(Kind.DONE);
    }

    @Test
    void aTextThatCouldForgeALineOfTheAuditIsRefused() {
        assertThatThrownBy(() -> new Act("alice", 1, "two\nlines"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-4020");
        assertThatThrownBy(() -> new Act("a".repeat(501), 1, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("501");
    }
}
