package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Terms;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.ThreadTransactions.Errand;
import dev.assent.remote.transport.ThreadTransactions.Work;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.remote.transport.WorkRefusedException.Reason;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests of programs with their own stubs, as part of a transaction. */
@Fast
class NodeThreadsTest {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final Caller CALLER = new Caller(null, "in-process://caller");

    private final AdjustableClock clock = new AdjustableClock();
    private final ServiceNode node = new ServiceNode("node", new InProcessFixture(clock), new EventList(), clock);
    private final ThreadTransactions threads =
            Objects.requireNonNull(node.inbound().threads());

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void enter_joiningFailsUnexpectedly_noCallIsUnderWay() {
        node.allowed = any -> {
            throw new IllegalStateException("the list of addresses, says a test");
        };
        Context context = new Context(ID, new SuperiorRef(ID, "in-process://caller"), 1_000, null);
        assertThatThrownBy(() -> threads.enter(CALLER, context)).hasMessageContaining("says a test");
        assertThat(node.isIdle()).isTrue();
    }

    /** Such as the transaction of a probe, which no thread can have. */
    @Test
    void enter_transactionIsOfNoApplication_noCallIsUnderWay() {
        GlobalTransaction own = node.node().coordinator().begin(Terms.DEFAULT);
        LocalTransactionId id = (LocalTransactionId) own.id();
        Context context = new Context(id, new SuperiorRef(id, "in-process://node"), 1_000, null);
        assertThatThrownBy(() -> threads.enter(CALLER, context)).isInstanceOf(RuntimeException.class);
        assertThat(node.isIdle()).isTrue();
        assertThat(own.calls()).isZero();
    }

    @Test
    void manager_isTheNodes() {
        assertThat(threads.manager()).isSameAs(node.manager());
    }

    @Test
    void find_onlyAThreadsTransactionUnderWay_isFound() throws Exception {
        JtaTransaction begun = node.node().begin();
        assertThat(threads.find(begun.id())).isSameAs(begun);
        begun.rollback();
        assertThat(threads.find(begun.id())).isNull();
        assertThat(threads.find(ID)).isNull();
        GlobalTransaction ofNoThread = node.node().coordinator().begin(Terms.DEFAULT);
        assertThat(threads.find(ofNoThread.id())).isNull();
    }

    // ---- what others send

    private Context context() {
        return new Context(ID, new SuperiorRef(ID, "in-process://caller"), 1_000, null);
    }

    @Test
    void enter_theNodeIsNotReady_isRefused() {
        node.setReady(false);
        assertThatThrownBy(() -> threads.enter(CALLER, context()))
                .isInstanceOfSatisfying(
                        WorkRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_READY));
        assertThat(node.isIdle()).isTrue();
    }

    @Test
    void enter_theCallersAddressIsNotAllowed_isRefused() {
        node.allowed = any -> false;
        assertThatThrownBy(() -> threads.enter(CALLER, context()))
                .isInstanceOfSatisfying(
                        WorkRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.FORBIDDEN));
        assertThat(node.isIdle()).isTrue();
    }

    @Test
    void leave_theThreadHadATransaction_hasItAgainAndTheReplyRegistersTheWork() throws Exception {
        JtaTransaction before = node.node().begin();
        Work work = threads.enter(CALLER, context());
        JtaTransaction during = Objects.requireNonNull(node.manager().getTransaction());
        assertThat(during.id()).isEqualTo(ID);
        assertThat(node.isIdle()).isFalse();

        Result left = work.leave();

        assertThat(node.manager().getTransaction()).isSameAs(before);
        assertThat(left).isInstanceOf(Result.Returned.class);
        assertThat(Objects.requireNonNull(left.effect().registration()).branch().id())
                .isEqualTo(ID);
        assertThat(node.isIdle()).isTrue();
        assertThat(during.engine().calls()).isZero();
        before.rollback();
    }

    /** As an operator may do, or the timeout. */
    @Test
    void leave_theThreadsTransactionHasEndedMeanwhile_theRequestFails() throws Exception {
        JtaTransaction before = node.node().begin();
        Work work = threads.enter(CALLER, context());
        before.rollback();
        assertThat(work.leave())
                .isInstanceOfSatisfying(
                        Result.Thrown.class,
                        thrown -> assertThat(thrown.failure())
                                .hasMessageContaining("ASSENT-8046")
                                .hasCauseInstanceOf(InvalidTransactionException.class));
        assertThat(node.manager().getTransaction()).isNull();
        assertThat(node.isIdle()).isTrue();
    }

    @Test
    void leave_theWorkHasBegunAnotherTransaction_thatIsRolledBackAndTheRequestFails() throws Exception {
        Work work = threads.enter(CALLER, context());
        JtaTransaction joined = Objects.requireNonNull(node.manager().getTransaction());
        node.manager().suspend();
        JtaTransaction left = node.node().begin();
        assertThat(work.leave()).isInstanceOfSatisfying(Result.Thrown.class, thrown -> {
            assertThat(thrown.failure()).hasMessageContaining("ASSENT-8045");
            assertThat(thrown.effect().isRollbackOnly()).isTrue();
        });
        assertThat(left.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThat(joined.engine().isMarkedRollback()).isTrue();
        assertThat(node.manager().getTransaction()).isNull();
    }

    @Test
    void leave_theWorkHasNoTransactionAnyMore_isJoinedAllTheSame() throws Exception {
        Work work = threads.enter(CALLER, context());
        node.manager().suspend();
        assertThat(work.leave()).isInstanceOf(Result.Returned.class);
        assertThat(node.isIdle()).isTrue();
    }

    // ---- what this process sends

    @Test
    void send_noTransaction_isNoErrand() throws Exception {
        assertThat(threads.send("in-process://bank")).isNull();
    }

    @Test
    void send_aTransaction_isUnderWayUntilItIsDone() throws Exception {
        JtaTransaction begun = node.node().begin();
        Errand errand = Objects.requireNonNull(threads.send("in-process://bank"));
        assertThat(errand.context().id()).isEqualTo(begun.id());
        assertThat(errand.context().superior().address()).isEqualTo("in-process://node");
        assertThat(begun.engine().calls()).isOne();
        errand.done(new Result.Unanswered(true, new IllegalStateException("no answer")));
        assertThat(begun.engine().calls()).isZero();
        assertThat(begun.engine().isMarkedRollback()).isTrue();
    }

    /** A reply that means refusal says that nothing was done, if no other process takes part. */
    @Test
    void send_aLoneRequestIsRefused_leavesTheTransactionAlone() throws Exception {
        JtaTransaction begun = node.node().begin();
        Errand errand = Objects.requireNonNull(threads.send("in-process://bank"));
        errand.done(new Result.Unanswered(
                true, new IllegalStateException("no answer"), new IllegalStateException("refused")));
        assertThat(begun.engine().isMarkedRollback()).isFalse();
    }

    @Test
    void send_theTransactionIsMarked_isRefused() throws Exception {
        node.node().begin().setRollbackOnly();
        assertThatThrownBy(() -> threads.send("in-process://bank"))
                .isInstanceOf(WorkRefusedException.class)
                .hasMessageContainingAll("ASSENT-8047", "can only roll back")
                .matches(refused -> ((WorkRefusedException) refused).isRollbackOnly());
    }

    @Test
    void send_itsTimeIsOver_isRefusedAndNotUnderWay() throws Exception {
        node.manager().setTransactionTimeout(1);
        JtaTransaction begun = node.node().begin();
        clock.advance(Duration.ofSeconds(1)); // before the timer has seen it
        assertThatThrownBy(() -> threads.send("in-process://bank"))
                .isInstanceOf(WorkRefusedException.class)
                .hasMessageContaining("ASSENT-8015");
        assertThat(begun.engine().calls()).isZero();
    }
}
