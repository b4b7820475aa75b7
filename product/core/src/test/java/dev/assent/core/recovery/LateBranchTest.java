package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.RecoveryReport;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingXaResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bugs that the simulator has found in recovery and XA branches, step by step. */
@Fast
class LateBranchTest {
    private final TestNode node = TestNode.open();
    private final EventList events = node.events();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");

    @AfterEach
    void closeNode() {
        node.close();
    }

    private BranchXid orphan(int number) {
        NodeEpoch life = node.coordinator().life();
        return new BranchXid(new LocalTransactionId(life, 99), life, BranchXid.PRESUMED_ABORT, number);
    }

    /** It was skipped, since its transaction was known: in doubt until the operator forgot the other. */
    @Test
    void anOrphanIsRolledBackThoughAHeuristicOutcomeOfItsTransactionIsKept() {
        orders.plant(orphan(1));
        payments.plant(orphan(2));
        payments.setOutage(new IOException("down"));
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        node.recovery().run(true);
        payments.setOutage(null);

        node.recovery().run(true);

        assertThat(payments.rolledBack()).isEqualTo(1);
        GlobalTransaction kept = node.coordinator().find(orphan(1).transaction());
        assertThat(kept).isNotNull();
        assertThat(kept.participants().heuristics()).hasSize(1);
    }

    @Test
    void aLateBranchOfWhatIsCommittedChangesNothingOfItsHeuristicOutcome() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction begun = node.beginOn(orders, payments);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        GlobalTransaction kept = begun.engine();
        payments.plant(new BranchXid(begun.id(), node.coordinator().life(), BranchXid.PRESUMED_ABORT, 9));
        node.events().clear();

        node.recovery().run(true);

        assertThat(kept.step()).isEqualTo(Step.HEURISTIC);
        assertThat(kept.participants().heuristics()).hasSize(1);
        assertThat(node.events().all()).noneMatch(each -> each.contains("append") || each.contains("rollback"));
        assertThat(payments.known()).as("left to an operator").isEqualTo(1);
    }

    /** An inquiry for that node that came here was answered with a rollback, though the transaction may be committed there. */
    @Test
    void whoRollsBackAnOrphanOfAnothersTransactionDoesNotSpeakForThat() {
        LocalTransactionId others = new LocalTransactionId(new NodeEpoch(new NodeId(4, 5), 1, 0), 3);
        orders.plant(new BranchXid(others, node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        node.recovery().run(true);
        GlobalTransaction kept = node.coordinator().find(others);
        assertThat(kept).isNotNull();
        assertThat(kept.forDecision().askedId()).isNull();
    }

    @Test
    void anOrphanIsRolledBackWhileAnotherOfItsTransactionWaits() {
        orders.plant(orphan(1));
        payments.plant(orphan(2));
        payments.setOutage(new IOException("down"));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        node.recovery().run(true);
        payments.setOutage(null);

        RecoveryReport report = node.recovery().run(true);

        assertThat(report.rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(2);
        assertThat(node.coordinator().parked()).isEmpty();
    }

    /** Recovery took it by its step and ended it, and its own thread parked it for good. */
    @Test
    void aTransactionIsNotRecoverysBeforeItsOwnThreadIsThroughWithIt() throws Exception {
        JtaTransaction transaction = rolledBackWithOrdersAway();
        payments.plant(lateBranch(transaction));
        node.clock().onEpochMillis(() -> {
            node.clock().onEpochMillis(() -> {});
            node.recovery().run(true);
        });

        assertThat(catchThrowable(transaction::commit)).isInstanceOf(RollbackException.class);

        assertThat(node.recovery().run(true).rolledBack()).isEqualTo(1);
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(orders.known() + payments.known()).isZero();
    }

    /**
     * Regression: recovery rolled it back as an orphan, and reported that its resource, which had ended it, refused
     * that.
     */
    @Test
    void aBranchIsNoOrphanWhoseTransactionHasEndedSinceTheListing() throws Exception {
        CountDownLatch isDecided = new CountDownLatch(1);
        CountDownLatch isListed = new CountDownLatch(1);
        ExecutorService committer = Executors.newSingleThreadExecutor();
        List<Future<?>> committing = new ArrayList<>();
        try (TestNode traced = TestNode.builder()
                .events(events)
                .tracer((point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE) {
                        isDecided.countDown();
                        await(isListed);
                    } else if (point == FaultPoint.RECOVERY_LISTED) {
                        isListed.countDown();
                        committing.forEach(LateBranchTest::join);
                    }
                })
                .open()) {
            traced.register(orders);
            traced.register(payments);
            committing.add(committer.submit(() -> {
                traced.beginOn(orders, payments).commit();
                return null;
            }));
            await(isDecided);

            RecoveryReport report = traced.recovery().run(true);

            assertThat(report.listed()).isZero();
            assertThat(report.rolledBack()).isZero();
            assertThat(events.all()).noneMatch(each -> each.contains("rollback"));
            assertThat(traced.coordinator().parked()).isEmpty();
            assertThat(orders.committed() + payments.committed()).isEqualTo(2);
        } finally {
            committer.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void join(Future<?> work) {
        try {
            work.get();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Regression: if a branch was prepared after the listing, recovery concluded that it had ended. */
    @Test
    void whatWasParkedAfterTheListingWaitsForTheNext() throws Exception {
        List<Runnable> afterListing = new ArrayList<>();
        try (TestNode traced = TestNode.builder()
                .events(events)
                .tracer((point, id, participant) -> {
                    if (point == FaultPoint.RECOVERY_LISTED) {
                        afterListing.forEach(Runnable::run);
                        afterListing.clear();
                    }
                })
                .open()) {
            traced.register(orders);
            traced.register(payments);
            orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
            payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
            JtaTransaction transaction = traced.beginOn(orders, payments);
            payments.plant(lateBranch(transaction));
            afterListing.add(
                    () -> assertThat(catchThrowable(transaction::commit)).isNotNull());

            assertThat(traced.recovery().run(true).rolledBack()).isZero();

            assertThat(traced.coordinator().knows(transaction.id())).isTrue();
            assertThat(traced.recovery().run(true).rolledBack()).isEqualTo(1);
            assertThat(orders.known() + payments.known()).isZero();
        }
    }

    /** A transaction whose commit will end with a rollback that does not reach the branch at orders. */
    private JtaTransaction rolledBackWithOrdersAway() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        return node.beginOn(orders, payments);
    }

    private BranchXid lateBranch(JtaTransaction transaction) {
        return new BranchXid(transaction.id(), node.coordinator().life(), BranchXid.PRESUMED_ABORT, 9);
    }

    /**
     * Regression: the node took its branch for ended, so recovery met an orphan and reported a heuristic commit to
     * operators.
     */
    @Test
    void aResourceThatDidNotForgetItsRightDecisionIsAskedAgain() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURCOM);
        orders.fails(XaVerb.FORGET, XAException.XAER_RMFAIL);
        node.beginOn(orders, payments).commit();
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURCOM);

        RecoveryReport report = node.recovery().run(true);

        assertThat(report.committed()).isEqualTo(1);
        assertThat(report.heuristic()).isZero();
        assertThat(orders.known()).isZero();
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void aOnePhaseCommitThatIsNotForgottenIsKeptForTheOperator() throws Exception {
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_HEURCOM);
        orders.fails(XaVerb.FORGET, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders);
        transaction.commit();

        node.recovery().run(true);
        assertThat(orders.rolledBack()).isZero();
        assertThat(events.count("rollback")).isZero();
        node.recovery().forget(transaction.id());
        assertThat(orders.known()).isZero();
    }

    /** XA_RB* from a suspending end has dissociated the branch: a second end broke the state tables. */
    @Test
    void aBranchThatRolledBackWhenItWasSuspendedIsNotEndedAgain() throws Exception {
        JtaTransaction transaction = node.begin();
        RecordingXaResource connection = orders.connect();
        transaction.enlistResource(connection);
        orders.fails(XaVerb.END, XAException.XA_RBDEADLOCK);
        assertThat(catchThrowable(() -> transaction.delistResource(connection, XAResource.TMSUSPEND)))
                .isInstanceOf(SystemException.class);

        transaction.rollback();

        assertThat(events.count("end")).isEqualTo(1);
    }
}
