package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator's acts: allowed or refused, on record before they are done, and audited (laws 2 and 12). */
@Fast
class OperatorTest {
    private static final NodeId OTHER = new NodeId(7, 7);

    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
    }

    /**
     * The process ends at this point of an act, and its successor makes a pass of recovery. After a loss of power
     * unforced data are lost.
     *
     * @return whether the act was on record by then
     */
    private boolean crashAndRecover(FaultPoint point, Callable<?> act) {
        world.crash(point, act);
        world.disk = world.disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            world.disk.losePower(world.random);
        }
        world.restart();
        world.recovery().run(true);
        return point != FaultPoint.BEFORE_FORCE;
    }

    // ---- branches of another node

    @Test
    void aBranchOfANodeThatIsNotAdoptedIsNotResolved() {
        TransactionId id = world.plantAtBoth(OTHER);
        ActResult result = world.resolve(id, true);
        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.text()).contains("ASSENT-4028", OTHER.toString(), "log adopt");
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(world.events.count("append")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBranchWhoseFolderIsGoneIsResolvedAfterItsNodeIsAdopted(boolean commit) {
        TransactionId id = world.plantAtBoth(OTHER);
        assertThat(world.adopt(OTHER, false).kind()).isEqualTo(Kind.DONE);
        world.recovery().run(true);
        assertThat(world.orders.known() + world.payments.known())
                .as("left alone")
                .isEqualTo(2);
        world.events.clear();

        ActResult result = world.resolve(id, commit);

        assertThat(result)
                .isEqualTo(
                        new ActResult(Kind.DONE, (commit ? "committed" : "rolled back") + " on 'orders', 'payments'"));
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(commit ? 0 : 2);
        assertThat(world.events.all().stream()
                        .filter(each -> !each.contains(".recover"))
                        .toList())
                .as("on record before it is done")
                .startsWith(
                        "audit", "log.append(RESOLUTION)", "log.force", commit ? "orders.commit" : "orders.rollback")
                .endsWith("log.release", "audit");
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.coordinator().adoption(OTHER)).as("for good").isNotNull();
    }

    @Test
    void theAuditTellsWhenWhoWhatAndWhyAndWhatBecameOfIt() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.resolve(id, true);
        world.adopt(OTHER, false);
        world.resolve(id, true);
        assertThat(world.audit).hasSize(6);
        assertThat(world.audit.get(0))
                .isEqualTo(
                        "1970-01-01T00:00:01Z alice asks: resolve " + id + " by commit (reason: the folder is gone)");
        assertThat(world.audit.get(1)).contains("alice hears: resolve " + id, "REFUSED: ASSENT-4028");
        assertThat(world.audit.get(3)).contains("hears: adopt " + OTHER, "DONE: adopted without a log");
        assertThat(world.audit.get(5))
                .endsWith("resolve " + id + " by commit: DONE: committed on 'orders', 'payments'");
    }

    @Test
    void nothingIsDoneWhenTheAuditCannotBeWritten() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.events.clear();
        Operator unaudited = new Operator(new Operator.Parts(
                world.coordinator(),
                world.recovery(),
                world.fileLog.aside(),
                line -> {
                    throw new LogUnavailableException(
                            MESSAGES.auditNotWritten(Path.of("audit.log"), new IOException("no space"), "free some"),
                            null);
                },
                Runnable::run,
                () -> NodeState.RUNNING));
        ActResult result = OperatedNode.told(reply -> unaudited.resolve(id, true, OperatedNode.ACT, reply));
        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.text()).contains("ASSENT-4023");
        assertThat(world.events.all()).isEmpty();
        assertThat(world.resolve(id, true).kind())
                .as("the next act is not held up")
                .isEqualTo(Kind.DONE);
    }

    @Test
    void aResolutionWaitsForAResourceThatGoesAwayAndSurvivesARestart() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);

        ActResult result = world.resolve(id, true);

        assertThat(result.kind()).isEqualTo(Kind.WAITING);
        assertThat(result.text()).contains("'orders'").doesNotContain("'payments'");
        world.restart();
        assertThat(world.coordinator().find(id).forOperator().act()).isEqualTo(OperatedNode.ACT);
        assertThat(world.recovery().run(true).committed()).isEqualTo(1);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void aResolutionWhoseForceFailsIsNotActedUpon() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.node.log().failNextForce(Durability.UNKNOWN);
        ActResult result = world.resolve(id, true);
        assertThat(result.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(result.text()).contains("ASSENT-4022");
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(world.audit.get(world.audit.size() - 1)).contains("UNKNOWN");
    }

    @Test
    void aResolutionIsNotActedUponBeforeALateForceIsAnswered() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        List<Runnable> late = new ArrayList<>();
        world.node.log().answerLateOn(late::add);
        List<ActResult> told = new ArrayList<>();
        world.operator.resolve(id, true, OperatedNode.ACT, told::add);
        assertThat(told).isEmpty();
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(world.resolve(id, false).text()).as("one act at a time").contains("ASSENT-4021");
        late.forEach(Runnable::run);
        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    /** The points that a resolution passes, and whether it is on record there. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_COMMIT", "AFTER_COMMIT", "BEFORE_END", "AFTER_END"})
    void aCrashInAResolutionLosesItWholeOrNotAtAll(FaultPoint point) {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        boolean isOnRecord = crashAndRecover(point, () -> world.resolve(id, true));
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(isOnRecord ? 2 : 0);
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(isOnRecord ? 0 : 2);
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    // ---- transactions of the node

    @Test
    void aDecidedTransactionIsFinishedByTheSameResolutionAndNotByTheOther() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.events.clear();
        ActResult refused = world.resolve(transaction.id(), false);
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4025", "by rollback", "its decision is commit");
        assertThat(world.resolve(transaction.id(), true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        assertThat(world.events.count("append")).as("decided already").isZero();
    }

    @Test
    void onANodeThatHasStoppedTheRestIsLeftToTheNextStart() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.coordinator().stop(null);
        ActResult told = world.resolve(transaction.id(), true);
        assertThat(told.kind()).isEqualTo(Kind.WAITING);
        assertThat(told.text())
                .contains("the next start of the node does the rest")
                .doesNotContain("recovery");
    }

    @Test
    void whatIsUnderWayIsNotResolved() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders);
        assertThat(world.resolve(active.id(), false).text()).contains("ASSENT-4026", "active");
        active.rollback();
    }

    // ---- work that is under way and unprepared

    @Test
    void whatIsUnpreparedIsEndedAndItsApplicationIsToldByWhom() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders, world.payments);
        world.events.clear();
        assertThat(world.end(active.id()))
                .isEqualTo(new ActResult(Kind.DONE, "ended: it takes no more work and rolls back"));
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
        assertThat(world.events.count("append")).as("presumed abort").isZero();
        assertThat(world.events.all()).startsWith("audit").endsWith("audit");
        assertThat(world.audit.get(0)).endsWith("alice asks: end " + active.id() + " (reason: the folder is gone)");
        assertThat(world.audit.get(1))
                .endsWith("end " + active.id() + ": DONE: ended: it takes no more work and rolls back");
        assertThatThrownBy(active::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2062", "by alice", "the folder is gone");
        assertThat(world.end(active.id()).text()).contains("ASSENT-4057", "over by now");
    }

    @Test
    void whatHasMarkedItselfForRollbackIsToldByWhomItWasEndedAllTheSame() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders);
        active.setRollbackOnly();
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.DONE);
        assertThatThrownBy(active::commit).isInstanceOf(RollbackException.class).hasMessageContaining("by alice");
    }

    @Test
    void whatHasVotedIsNotEndedAndItsSuperiorCommitsIt() throws Exception {
        TransactionId id = world.prepare();
        ActResult refused = world.end(id);
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4057", "it has voted", "resolve it");
        List<Object> answers = new ArrayList<>();
        world.subordinate(id).commit(answers::add);
        assertThat(answers).containsExactly(dev.assent.core.participant.Answer.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void aSubordinateThatIsEndedBeforeItsVoteVotesForRollback() throws Exception {
        TransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);
        JtaTransaction joined = world.node.inflow().join(id, 60_000, world.superior);
        joined.enlistResource(world.orders.connect());
        Subordinate subordinate = world.subordinate(id);
        assertThat(world.endAllOf(world.superior.name()).text()).startsWith("ended: 1 transactions of ");
        assertThat(world.orders.rolledBack()).isEqualTo(1);
        List<Object> votes = new ArrayList<>();
        Object vote = subordinate.prepare(votes::add);
        assertThat(vote == dev.assent.core.participant.Answer.PENDING ? votes.get(0) : vote)
                .isEqualTo(dev.assent.core.participant.Answer.ROLLED_BACK);
    }

    @Test
    void whatIsDecidedOrKeptIsNotEnded() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction decided = world.node.beginOn(world.orders, world.payments);
        decided.commit();
        assertThat(world.end(decided.id()).text()).contains("ASSENT-4057", "it is decided to commit", "log show");
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void anEndThatAResourceDoesNotConfirmWaitsForRecoveryAndASecondOneChangesNothing() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders, world.payments);
        world.orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.DONE);
        assertThat(world.known(active.id()).forOperator().act()).isEqualTo(OperatedNode.ACT);
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.REFUSED);
        assertThatThrownBy(active::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2062", "by alice");
        world.recovery().run(true);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void allThatOneClientHasBegunIsEndedAndWhatOthersHaveIsNot() throws Exception {
        Client stuck = new Client("client 7", "192.0.2.1");
        Client good = new Client("client 8", "192.0.2.1");
        JtaTransaction first = world.node.inflow().begin(60_000, stuck);
        first.enlistResource(world.orders.connect());
        world.node.inflow().begin(60_000, stuck);
        JtaTransaction others = world.node.inflow().begin(60_000, good);
        assertThat(world.endAllOf("client 9").text())
                .contains("ASSENT-4058", "'client 9'", "client 7 at 192.0.2.1 (2), client 8 at 192.0.2.1 (1)");
        assertThat(world.audit).as("nothing was to be done").isEmpty();

        assertThat(world.endAllOf("client 7 at 192.0.2.1"))
                .isEqualTo(new ActResult(
                        Kind.DONE,
                        "ended: 2 transactions of client 7 at 192.0.2.1; they take no more work and roll back"));
        assertThat(world.orders.rolledBack()).isEqualTo(1);
        assertThat(first.why(Outcome.ROLLED_BACK)).contains("ASSENT-2062", "by alice");
        assertThat(world.coordinator().active()).containsExactly(others.engine());

        assertThat(world.endAllOf("192.0.2.1").text()).as("by host").contains("ended: 1 transactions");
        assertThat(world.coordinator().isIdle()).isTrue();
    }

    @Test
    void anOrphanIsRolledBackAndNeverCommitted() {
        BranchXid orphan = OperatedNode.branch(world.coordinator().life(), BranchXid.PRESUMED_ABORT, 1);
        world.orders.plant(orphan);
        world.restart();
        assertThat(world.resolve(orphan.transaction(), true).text()).contains("ASSENT-4029");
        assertThat(world.orders.known()).isEqualTo(1);
        assertThat(world.resolve(orphan.transaction(), false).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void aBranchUnderAnUnknownPresumptionIsTheOperatorsToResolve() {
        NodeEpoch life = world.coordinator().life();
        BranchXid strange = new BranchXid(new LocalTransactionId(life, 99), life, 'Z', 1);
        world.orders.plant(strange);
        world.recovery().run(true);
        assertThat(world.orders.known()).isEqualTo(1);
        assertThat(world.resolve(strange.transaction(), true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed()).isEqualTo(1);
    }

    @Test
    void whatNobodyKnowsIsRefusedWithTheResourcesThatWereNotAsked() {
        world.payments.setOutage(new IOException("no route to host"));
        TransactionId id = OperatedNode.branch(OTHER, 1).transaction();
        assertThat(world.resolve(id, true).text()).contains("ASSENT-4024", "reached: orders", "not reached: payments");
    }

    /** A transaction whose last resource was asked to commit when the process ended (law 13). */
    private TransactionId lastResourceInDoubt() throws Exception {
        JtaTransaction begun = world.node.beginOn(world.orders, world.payments);
        begun.enlistLastResource(world.ledger.name(), world.ledger.work());
        world.crash(FaultPoint.BEFORE_LAST, () -> {
            begun.commit();
            return null;
        });
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.known() + world.payments.known())
                .as("left in doubt")
                .isEqualTo(2);
        world.events.clear();
        return begun.id();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatALastResourceDidIsTheOperatorsWordWhichIsOnRecordFirst(boolean commit) throws Exception {
        TransactionId id = lastResourceInDoubt();
        assertThat(world.resolve(id, commit).kind()).isEqualTo(Kind.DONE);
        assertThat(world.events.all())
                .startsWith(
                        "audit",
                        "log.append(RESOLUTION)",
                        "log.force",
                        "log.append(" + (commit ? "DECISION" : "ROLLBACK") + ")",
                        "log.force");
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(commit ? 0 : 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theWordAboutALastResourceSurvivesACrash(boolean commit) throws Exception {
        TransactionId id = lastResourceInDoubt();
        world.crash(FaultPoint.AFTER_FORCE, () -> world.resolve(id, commit));
        world.restart();
        world.recovery().run(true);
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(commit ? 2 : 0);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(commit ? 0 : 2);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    // ---- a full log

    /** Decisions wait for a resource that is away, until the log takes no more. */
    private void fillLog() throws Exception {
        world.atPoint = reached -> {
            if (reached == FaultPoint.AFTER_FORCE) {
                world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            }
        };
        boolean isFull = false;
        for (int i = 0; !isFull; i++) {
            JtaTransaction begun = world.node.beginOn(world.orders, world.payments);
            try {
                begun.commit();
            } catch (RollbackException refused) {
                assertThat(refused).hasStackTraceContaining("ASSENT-3010");
                isFull = true;
            }
            assertThat(i).isLessThan(1_000);
        }
        world.atPoint = reached -> {};
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogThatIsFullHasRoomForAResolutionAndItsDecision(boolean isCut) throws Exception {
        TransactionId id = lastResourceInDoubt();
        fillLog();
        Act longest = new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX));
        if (isCut) {
            world.crash(
                    FaultPoint.AFTER_FORCE,
                    () -> OperatedNode.told(reply -> world.operator.resolve(id, true, longest, reply)));
            world.disk = world.disk.snapshot();
            world.restart();
            assertThat(world.coordinator().find(id).forOperator().act()).isEqualTo(longest);
        } else {
            ActResult result = OperatedNode.told(reply -> world.operator.resolve(id, true, longest, reply));
            assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        }
        int waiting = world.coordinator().parked().size();
        assertThat(world.recovery().run(true).committed()).isEqualTo(waiting);
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.orders.known() + world.payments.known()).isZero();
        assertThat(world.orders.committed()).as("with the resolved one").isGreaterThan(100);
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aLogThatIsFullHasRoomToForget() throws Exception {
        TransactionId id = heuristic().id();
        fillLog();
        ActResult result = OperatedNode.told(reply ->
                world.operator.forget(id, Set.of(), new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX)), reply));
        assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        assertThat(world.coordinator().knows(id)).isFalse();
    }

    // ---- forget

    private JtaTransaction heuristic() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        assertThatThrownBy(transaction::commit).isNotNull();
        world.events.clear();
        return transaction;
    }

    private ActResult forget(TransactionId id, String... lost) {
        return OperatedNode.told(reply -> world.operator.forget(id, Set.of(lost), OperatedNode.ACT, reply));
    }

    @Test
    void aHeuristicOutcomeIsForgottenByTheResourceAfterThatIsOnRecordThenByTheLog() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(world.resolve(id, true).text()).contains("ASSENT-4027");
        world.events.clear();
        assertThat(forget(id)).isEqualTo(new ActResult(Kind.DONE, "forgotten"));
        world.events.assertExactly(
                "audit", "log.append(FORGETTING)", "log.force", "orders.forget", "log.release", "audit");
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(forget(id).text()).contains("ASSENT-4010");
    }

    @Test
    void aForgettingThatAResourceCannotBeToldIsDoneByRecoveryAlsoAfterARestart() throws Exception {
        TransactionId id = heuristic().id();
        world.orders.setOutage(new IOException("no route to host"));
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        world.events.clear();
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        assertThat(world.events.count("append")).as("it is on record").isZero();
        world.restart();
        assertThat(world.coordinator().find(id).forOperator().isToBeForgotten()).isTrue();
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).as("kept until told").isTrue();
        world.orders.setOutage(null);
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).isFalse();
        assertThat(world.orders.known()).isZero();
    }

    @Test
    void aHeuristicOutcomeOfAResourceThatIsLostForGoodIsForgottenWhenTheOperatorSaysSo() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "'orders' is registered");
        world.node.unregister("orders");
        assertThat(forget(id, "payment").text()).contains("ASSENT-4010", "no branch on 'payment'", "'payments'");
        ActResult waits = forget(id);
        assertThat(waits.kind()).as("it may only be missing").isEqualTo(Kind.WAITING);
        assertThat(waits.text()).contains("--lost orders");
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).isTrue();

        assertThat(forget(id, "orders"))
                .isEqualTo(new ActResult(Kind.DONE, "forgotten; lost for good and not asked: 'orders'"));

        assertThat(world.audit.get(world.audit.size() - 2))
                .contains("asks: forget " + id + ", lost for good: 'orders'");
        world.restart();
        assertThat(world.coordinator().knows(id)).isFalse();
    }

    private TransactionId decidedWithOrdersGone() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.orders.loseAll();
        world.node.unregister("orders");
        world.events.clear();
        return transaction.id();
    }

    @Test
    void aDecisionThatWaitsForNothingButALostResourceIsForgottenWithThatOnRecord() throws Exception {
        TransactionId id = decidedWithOrdersGone();
        assertThat(forget(id).text()).contains("ASSENT-4010", "decided to commit");
        ActResult told = forget(id, "orders");
        assertThat(told.kind()).isEqualTo(Kind.DONE);
        assertThat(told.text())
                .contains("forgotten", "its decision was commit, and nobody knows whether 'orders' followed it");
        world.events.assertExactly(
                "audit", "audit", "audit", "log.append(FORGETTING)", "log.force", "log.release", "audit");
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aResourceThatIsNotOpenedYetIsNotLost() throws Exception {
        TransactionId id = decidedWithOrdersGone();
        world.isOpening = true;
        ActResult refused = forget(id, "orders");
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4051", id.toString());
        assertThat(world.coordinator().knows(id)).isTrue();
    }

    @Test
    void aDecisionThatWaitsForAnotherResourceAsWellIsNotForgotten() throws Exception {
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        TransactionId id = decidedWithOrdersGone();
        world.payments.setOutage(new IOException("no route to host"));
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "it waits for 'payments'");
        assertThat(world.events.count("append")).isZero();
        world.payments.setOutage(null);
        assertThat(forget(id, "orders").kind()).as("asked once more").isEqualTo(Kind.DONE);
        assertThat(world.payments.committed()).isEqualTo(1);
    }

    /** The points that giving up a resource passes, and whether it is on record there. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_END", "AFTER_END"})
    void aCrashWhileALostResourceIsGivenUpLosesThatWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = decidedWithOrdersGone();
        world.crash(point, () -> forget(id, "orders"));
        world.disk = world.disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            world.disk.losePower(world.random);
        }
        world.restart();
        world.node.unregister("orders");

        world.recovery().run(true);

        assertThat(world.coordinator().knows(id)).isEqualTo(point == FaultPoint.BEFORE_FORCE);
    }

    @Test
    void aResourceThatIsBackAfterAllIsFinishedFirst() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.node.unregister("orders");
        world.crash(FaultPoint.AFTER_FORCE, () -> forget(transaction.id(), "orders"));
        world.restart();
        assertThat(world.recovery().run(true).committed()).isEqualTo(1);
        assertThat(world.orders.committed()).isEqualTo(1);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    /** The operator forgets these outcomes while their resource is away. */
    private List<TransactionId> askToForget(int count) throws Exception {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(heuristic().id());
        }
        world.orders.setOutage(new IOException("no route to host"));
        for (TransactionId id : ids) {
            assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        }
        return ids;
    }

    @Test
    void whatIsToBeForgottenOpensAResourceThatIsAwayOnceATryWhoseTurnHasCome() throws Exception {
        askToForget(5);
        world.restart();
        List<String> opened = new ArrayList<>();
        world.orders.onOpen(() -> opened.add("orders"));
        for (long halfSeconds = 0; halfSeconds < 80; halfSeconds++) {
            world.recovery().run(false);
            world.node.clock().advance(Duration.ofMillis(500));
        }
        assertThat(opened).as("after 0, 0.5, 1.5, 3.5, 7.5 s and then each 4 s").hasSize(13);
        assertThat(world.node.notices().of(4001)).hasSize(1);
    }

    @Test
    void whatIsToBeForgottenUsesTheConnectionsOfThePass() throws Exception {
        askToForget(5);
        world.orders.setOutage(null);
        List<String> opened = new ArrayList<>();
        world.orders.onOpen(() -> opened.add("orders"));
        world.recovery().run(true);
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.orders.known()).isZero();
        assertThat(opened).hasSize(1);
    }

    @Test
    void aForgettingWhoseResourceLacksAClassOfItsDriverWaits() throws Exception {
        TransactionId id = heuristic().id();
        world.orders.onOpen(() -> {
            throw new NoClassDefFoundError("driver");
        });
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        world.orders.onOpen(() -> {});
        assertThat(forget(id).kind()).as("the next act is not held up").isEqualTo(Kind.DONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_FORGET", "AFTER_FORGET", "BEFORE_END", "AFTER_END"})
    void aCrashInAForgettingLosesItWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = heuristic().id();
        boolean isOnRecord = crashAndRecover(point, () -> forget(id));
        assertThat(world.coordinator().knows(id)).isEqualTo(!isOnRecord);
        assertThat(world.orders.known()).isEqualTo(isOnRecord ? 0 : 1);
    }

    @Test
    void aBugUnderAnActIsToldAndHoldsUpNoOtherAct() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.node.log().refuseNextAppend(new NullPointerException("a bug"));
        ActResult told = world.resolve(id, true);
        assertThat(told.kind()).isEqualTo(Kind.REFUSED);
        assertThat(told.text()).contains("ASSENT-4043", "a bug");
        assertThat(world.audit.get(world.audit.size() - 1)).contains("REFUSED", "a bug");
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.DONE);
    }

    /** Before the record is forced, and while it is carried out. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "BEFORE_COMMIT"})
    void aMissingClassUnderAnActIsToldAndHoldsUpNoOtherAct(FaultPoint point) {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.atPoint = reached -> {
            if (reached == point) {
                throw new NoClassDefFoundError("driver");
            }
        };

        ActResult told = world.resolve(id, true);

        assertThat(told.kind()).isEqualTo(point == FaultPoint.BEFORE_FORCE ? Kind.REFUSED : Kind.WAITING);
        assertThat(told.text()).contains("driver");
        world.atPoint = reached -> {};
        assertThat(world.adopt(new NodeId(8, 8), false).kind()).isEqualTo(Kind.DONE);
    }

    /** Here an error that no code may handle. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorUnderAnActGoesOnAndHoldsUpNoOtherAct(boolean isCarryingOut) {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.isHolding = isCarryingOut;
        if (isCarryingOut) {
            world.operator.resolve(id, true, OperatedNode.ACT, told -> {});
            world.crash(FaultPoint.BEFORE_COMMIT, () -> {
                world.held.remove().run();
                return null;
            });
        } else {
            world.crash(FaultPoint.BEFORE_FORCE, () -> world.resolve(id, true));
        }
        world.isHolding = false;
        assertThat(world.adopt(new NodeId(8, 8), false).kind()).isEqualTo(Kind.DONE);
    }

    // ---- many at once

    private OperatorAnswer ask(Verb verb, String subject, Flags flags) {
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(new OperatorRequest(verb, subject, flags, "mended"), "alice", answers::add);
        assertThat(answers).as("answered once").hasSize(1);
        return answers.get(0);
    }

    private OperatorAnswer ask(Verb verb, String subject) {
        return ask(verb, subject, Flags.NONE);
    }

    /** The code that the node shows with the planned acts. */
    private String codeOf(Verb verb, String conditions) {
        Matcher code = Pattern.compile("'--shown (\\S+)'")
                .matcher(ask(verb, "where " + conditions).text());
        assertThat(code.find()).isTrue();
        return code.group(1);
    }

    private static final String HEURISTICS = "standing=heuristic";

    @Test
    void manyAreForgottenOnceTheyWereShownEachWithItsOwnLinesInTheAudit() throws Exception {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(heuristic().id());
        }
        TransactionId orphan = world.plantAtBoth(OTHER);
        world.audit.clear();
        OperatorAnswer shown = ask(Verb.FORGET, "where " + HEURISTICS);
        assertThat(shown.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(shown.text()).contains("nothing was done; to do this and no more");
        assertThat(shown.text().lines().filter(each -> each.contains("  heuristic  would: asks the resources")))
                .hasSize(3);
        assertThat(world.audit).isEmpty();
        assertThat(ids).allMatch(world.coordinator()::knows);

        OperatorAnswer done = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + codeOf(Verb.FORGET, HEURISTICS));

        assertThat(done.text()).contains("3 of 3 are done");
        assertThat(done.status()).isEqualTo(OperatorAnswer.CLEAR);
        assertThat(ids).noneMatch(world.coordinator()::knows);
        assertThat(world.audit).hasSize(6);
        for (int i = 0; i < 3; i++) {
            assertThat(world.audit.get(2 * i)).endsWith("alice asks: forget " + ids.get(i) + " (reason: mended)");
            assertThat(world.audit.get(2 * i + 1)).contains("alice hears: forget " + ids.get(i) + ": DONE");
        }
        assertThat(ask(Verb.LIST, "").text()).contains(orphan.toString().substring(0, 8), "1 in doubt:");
        assertThat(ask(Verb.FORGET, "where " + HEURISTICS).status()).isEqualTo(OperatorAnswer.CLEAR);
    }

    @Test
    void whatComesBetweenTheLookAndTheActIsNotActedOn() throws Exception {
        TransactionId seen = heuristic().id();
        String code = codeOf(Verb.FORGET, HEURISTICS);
        TransactionId unseen = heuristic().id();
        world.audit.clear();

        OperatorAnswer late = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + code);

        assertThat(late.text()).contains("ASSENT-4062", HEURISTICS, code, "2 transactions now");
        assertThat(late.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(List.of(seen, unseen)).allMatch(world.coordinator()::knows);
        assertThat(world.audit).isEmpty();
    }

    @Test
    void theCodeOfOneActIsNotThatOfAnother() {
        world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        String commit = codeOf(Verb.COMMIT, "standing=left-alone");
        assertThat(ask(Verb.ROLLBACK, "where standing=left-alone shown=" + commit)
                        .text())
                .contains("ASSENT-4062");
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(ask(Verb.COMMIT, "where standing=left-alone shown=" + commit).text())
                .contains("done: committed on 'orders', 'payments'", "1 of 1 are done");
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void whatWouldBeRefusedIsShownAsThatAndLeftOut() throws Exception {
        TransactionId heuristic = heuristic().id();
        TransactionId leftAlone = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        OperatorAnswer shown = ask(Verb.COMMIT, "where resource=orders");
        assertThat(shown.text()).contains("  heuristic  refused: it is over", "  left-alone  would: commits on");
        world.audit.clear();

        OperatorAnswer done = ask(Verb.COMMIT, "where resource=orders shown=" + codeOf(Verb.COMMIT, "resource=orders"));

        assertThat(done.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(done.text()).contains("1 of 2 are done", "  heuristic  refused: it is over");
        assertThat(world.audit).hasSize(2).allMatch(each -> each.contains(leftAlone.toString()));
        assertThat(world.coordinator().knows(heuristic)).isTrue();
    }

    @Test
    void actsThatWaitForTheirRecordsComeOneAfterTheOther() throws Exception {
        List<TransactionId> ids =
                List.of(heuristic().id(), heuristic().id(), heuristic().id());
        String code = codeOf(Verb.FORGET, HEURISTICS);
        world.isHolding = true;
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(
                        new OperatorRequest(Verb.FORGET, "where " + HEURISTICS + " shown=" + code, Flags.NONE, ""),
                        "alice",
                        answers::add);
        for (int done = 0; done < ids.size(); done++) {
            assertThat(answers).isEmpty();
            assertThat(world.held).as("one at a time").hasSize(1);
            world.held.remove().run();
            assertThat(world.coordinator().knows(ids.get(done))).isFalse();
        }
        assertThat(answers)
                .singleElement()
                .extracting(OperatorAnswer::text)
                .asString()
                .contains("3 of 3 are done");
    }

    @Test
    void whenTheLogFailsTheRestIsNotAsked() throws Exception {
        heuristic();
        heuristic();
        String code = codeOf(Verb.FORGET, HEURISTICS);
        world.node.log().failNextForce(Durability.UNKNOWN);
        world.audit.clear();

        OperatorAnswer told = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + code);

        assertThat(told.text())
                .contains("ASSENT-4022", "refused: not asked, since the log has failed", "0 of 2 are done");
        assertThat(told.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(world.audit).hasSize(2);
    }

    /** More than a node takes at once; and the stack does not grow with their number. */
    @Test
    void fiveHundredAreTakenAtOnceAndTheOthersNextTime() {
        NodeEpoch life = new NodeEpoch(OTHER, 3, 0);
        for (int i = 1; i <= 503; i++) {
            world.orders.plant(new BranchXid(new LocalTransactionId(life, i), life, BranchXid.PRESUMED_ABORT, 1));
        }
        world.adopt(OTHER, false);
        String all = "node=" + OTHER.toString().substring(0, 16);
        assertThat(ask(Verb.ROLLBACK, "where " + all + " shown=" + codeOf(Verb.ROLLBACK, all))
                        .text())
                .contains("500 of 500 are done; 3 more match and are left for the next time");
        assertThat(world.orders.known()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "where ",
                "where standing",
                "where standing=lost",
                "where standing=under-way",
                "where standing=heuristic standing=heuristic",
                "where colour=red",
                "where node=xyz",
                "where before=yesterday",
                "where resource=",
                "where shown=1-ab",
                "where standing=heuristic shown=x"
            })
    void aFilterThatIsNotUnderstoodIsRefused(String subject) throws Exception {
        TransactionId id = heuristic().id();
        assertThat(ask(Verb.FORGET, subject).text()).contains("ASSENT-4061");
        assertThat(world.coordinator().knows(id)).isTrue();
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
