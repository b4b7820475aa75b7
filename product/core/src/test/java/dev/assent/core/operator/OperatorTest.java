package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator's acts: allowed or refused, on record before they are done, and audited (laws 2 and 12). */
@Fast
class OperatorTest extends OperatorPart {
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

    /** The thread that answers serves all forces, and must not wait for the audit. */
    @Test
    void resolve_lateForceFails_theResultComesByTheExecutor() {
        TransactionId id = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        world.node.log().failNextForce(Durability.UNKNOWN);
        List<Runnable> late = new ArrayList<>();
        world.node.log().answerLateOn(late::add);
        world.isHolding = true;
        List<ActResult> told = new ArrayList<>();
        world.operator.resolve(id, true, OperatedNode.ACT, told::add);
        late.forEach(Runnable::run);
        assertThat(told).isEmpty();
        world.held.remove().run();
        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.UNKNOWN);
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
