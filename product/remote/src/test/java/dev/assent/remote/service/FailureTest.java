package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Passing;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.Transacted;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.inprocess.LocalNetwork;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effects of exceptions and lost messages on a transaction, and the caller's exception. */
@Fast
class FailureTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = new InProcessFixture(clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);
    private final ServiceNode server = new ServiceNode("server", wire, events, clock);
    private final RecordingResource resource = server.node().resource("r");

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** The Throwable of the called object; null for none. */
    private Throwable failure;

    interface Account {
        void debit() throws NoMoney, BookClosed, IOException;

        @Transacted(CallTransaction.REQUIRES_NEW)
        void audit() throws NoMoney, BookClosed;

        @Transacted(CallTransaction.NOT_SUPPORTED)
        void look() throws NoMoney;

        void loose() throws Exception;

        void pass() throws RemoteFailureException;
    }

    static class NoMoney extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @ApplicationFailure(rollback = true)
    static class BookClosed extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @ApplicationFailure
    static class Unchecked extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final class Bean implements Account {
        @SuppressWarnings("unchecked")
        private <E extends Throwable> void work() throws E {
            if (server.manager().getTransaction() != null) {
                server.work(resource);
            }
            if (failure != null) {
                throw (E) failure;
            }
        }

        @Override
        public void debit() {
            work();
        }

        @Override
        public void audit() {
            work();
        }

        @Override
        public void look() {
            work();
        }

        @Override
        public void loose() {
            work();
        }

        @Override
        public void pass() {
            work();
        }
    }

    private Account account;

    @BeforeEach
    void export() {
        server.services().export("account", Account.class, new Bean(), CallTransaction.REQUIRED);
        account = client.services().connect(server.address("account"), Account.class);
    }

    @Test
    void aDeclaredExceptionArrivesAsItselfAndTheTransactionCommits() throws Exception {
        failure = new NoMoney();
        client.node().begin();
        assertThatThrownBy(account::debit).isSameAs(failure);
        client.manager().commit();
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void anAnnotatedUncheckedExceptionArrivesAsItselfAndTheTransactionCommits() throws Exception {
        failure = new Unchecked();
        client.node().begin();
        assertThatThrownBy(account::debit).isSameAs(failure);
        client.manager().commit();
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void aDeclaredExceptionThatRollsBackMarksTheCallersTransaction() throws Exception {
        failure = new BookClosed();
        client.node().begin();
        assertThatThrownBy(account::debit).isSameAs(failure);
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    /** It was said to be marked rollback-only, since the rollback that followed was done. */
    @Test
    void whoVotesNoIsNamedToTheCaller() throws Exception {
        RecordingResource own = client.node().resource("own");
        resource.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        client.node().begin();
        client.work(own);
        account.debit();
        assertThatThrownBy(client.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2020", "ASSENT-8089", "subordinate", "prepare with rolled back");
        assertThat(own.rolledBack()).isEqualTo(1);
    }

    @Test
    void aSystemExceptionMarksTheCallersTransactionAndTellsItsClassAndMessage() throws Exception {
        failure = new IllegalStateException("disk is full");
        JtaTransaction callers = client.node().begin();
        assertThatThrownBy(account::debit)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8040")
                .hasMessageContaining("account.debit")
                .hasMessageContaining("java.lang.IllegalStateException: disk is full")
                .hasMessageContaining(callers.id().toString())
                .hasCause(failure);
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    /** As one of the call itself it would say that nothing was done. */
    @Test
    void whatACallFurtherOnHasThrownIsASystemExceptionThoughItIsDeclared() throws Exception {
        failure = new ServiceRefusedException("nobody is there", null);
        client.node().begin();
        assertThatThrownBy(account::pass)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8040")
                .hasCause(failure);
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    @Test
    void anErrorIsASystemException() throws Exception {
        failure = new StackOverflowError();
        client.node().begin();
        assertThatThrownBy(account::debit).isExactlyInstanceOf(RemoteFailureException.class);
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void anUncheckedExceptionIsNoApplicationsThoughExceptionIsDeclared() throws Exception {
        failure = new NullPointerException();
        client.node().begin();
        assertThatThrownBy(account::loose).isExactlyInstanceOf(RemoteFailureException.class);
        client.manager().rollback();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionOfItsOwnCommitsWithADeclaredException(boolean hasCaller) throws Exception {
        failure = new NoMoney();
        if (hasCaller) {
            client.node().begin();
        }
        assertThatThrownBy(account::audit).isSameAs(failure);
        assertThat(resource.committed()).isEqualTo(1);
        if (hasCaller) {
            client.manager().commit();
        }
    }

    @Test
    void aTransactionOfItsOwnRollsBackWithASystemExceptionAndTheCallersGoesOn() throws Exception {
        failure = new IllegalStateException("no");
        client.node().begin();
        assertThatThrownBy(account::audit)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8041");
        assertThat(resource.rolledBack()).isEqualTo(1);
        client.manager().commit();
    }

    @Test
    void aTransactionOfItsOwnRollsBackWithAnExceptionDeclaredTo() {
        failure = new BookClosed();
        assertThatThrownBy(account::audit).isSameAs(failure);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    @Test
    void aTransactionOfItsOwnThatDoesNotCommitFailsTheCall() {
        resource.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBDEADLOCK);
        assertThatThrownBy(account::debit)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8043");
        assertThat(server.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aMethodThatMarksItsOwnTransactionRollsItBackAndReturns() throws Exception {
        server.services()
                .export(
                        "marks",
                        Runnable.class,
                        () -> {
                            server.work(resource);
                            server.manager().setRollbackOnly();
                        },
                        CallTransaction.REQUIRED);
        client.services().connect(server.address("marks"), Runnable.class).run();
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    @Test
    void aTimeoutThatAMethodSetsIsForgottenAfterItsCall() throws Exception {
        server.services()
                .export(
                        "hurries",
                        Runnable.class,
                        () -> {
                            try {
                                server.manager().setTransactionTimeout(1);
                            } catch (SystemException failed) {
                                throw new IllegalStateException(failed);
                            }
                        },
                        CallTransaction.SUPPORTS);
        client.services().connect(server.address("hurries"), Runnable.class).run();
        assertThat(server.node().begin().timeoutSeconds()).isZero();
        server.manager().rollback();
    }

    @Test
    void aMethodThatMarksTheCallersTransactionReturnsAndTheCallerCanOnlyRollBack() throws Exception {
        server.services()
                .export("marks", Runnable.class, () -> server.manager().setRollbackOnly(), CallTransaction.REQUIRED);
        client.node().begin();
        client.services().connect(server.address("marks"), Runnable.class).run();
        assertThatThrownBy(client.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-8013");
    }

    @Test
    void aSystemExceptionOfNoTransactionLeavesTheCallersAlone() throws Exception {
        failure = new IllegalStateException("no");
        client.node().begin();
        assertThatThrownBy(account::look)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8042");
        client.manager().commit();
    }

    @ParameterizedTest
    @EnumSource(Passing.class)
    void exceptionsMeanTheSameInOneProcess(Passing passing) throws Exception {
        Account local = server.services().connect("local:/account", Account.class, passing);
        failure = new NoMoney();
        server.node().begin();
        assertThatThrownBy(local::debit).isSameAs(failure);
        server.manager().commit();
        failure = new BookClosed();
        server.node().begin();
        assertThatThrownBy(local::debit).isSameAs(failure);
        assertThatThrownBy(server.manager()::commit).isInstanceOf(RollbackException.class);
        failure = new IllegalStateException("no");
        JtaTransaction callers = server.node().begin();
        assertThatThrownBy(local::audit).isExactlyInstanceOf(RemoteFailureException.class);
        assertThat(server.manager().getTransaction()).isSameAs(callers);
        assertThat(callers.engine().isMarkedRollback()).isFalse();
        assertThatThrownBy(local::debit).isExactlyInstanceOf(RemoteFailureException.class);
        assertThatThrownBy(server.manager()::commit).isInstanceOf(RollbackException.class);
    }

    // ---- messages

    @Test
    void aLostReplyToACallerWithoutATransactionIsTold() {
        server.workers = never -> {
            clock.advance(Duration.ofSeconds(30));
            wire.tick();
        };
        assertThatThrownBy(account::look).isInstanceOf(CallLostException.class).hasMessageContaining("ASSENT-8030");
    }

    @Test
    void aTransactionWhoseTimeIsOverCallsNobody() throws Exception {
        client.manager().setTransactionTimeout(2);
        client.node().begin();
        clock.advance(Duration.ofSeconds(2));
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8015");
        client.node().advance(Duration.ZERO);
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8047");
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(events.of("r")).isEmpty();
    }

    @Test
    void aCallerHearsAtOnceThatItsPartThereHasRunOutOfTimeAndNoOtherPartIsMade() throws Exception {
        JtaTransaction callers = client.node().begin();
        account.debit();
        server.node().advance(Duration.ofSeconds(61));
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8083");
        assertThat(callers.engine().isMarkedRollback()).isTrue();
        assertThat(server.node().coordinator().isIdle()).isTrue();
        assertThat(server.node().metrics().transactions().begun()).isOne();
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void aPartThatIsAloneAndHasRunOutOfTimeIsRolledBackForCertain() throws Exception {
        client.node().begin();
        account.debit();
        server.node().advance(Duration.ofSeconds(61));
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(client.node().coordinator().parked()).isEmpty();
        assertThat(resource.rolledBack()).isOne();
    }

    /** It was a hazard after ten seconds, for an operator to look at. */
    @Test
    void aLonePartThatCommitsSlowlyIsWaitedForWhileTheTransactionHasTime() throws Exception {
        LocalNetwork network = new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(300_000, 0));
        TransportFixture patient = new InProcessFixture(network);
        ServiceNode caller = new ServiceNode("caller", patient, events, clock);
        ServiceNode slow = new ServiceNode(
                "slow",
                patient,
                ServiceNode.inMemory("slow").events(events).clock(clock).background(work -> {
                    clock.advance(Duration.ofSeconds(20));
                    network.tick();
                    work.run();
                }),
                ServiceLimits.DEFAULT);
        RecordingResource slowly = slow.node().resource("slowly");
        slow.services().export("work", Runnable.class, () -> slow.work(slowly), CallTransaction.MANDATORY);
        caller.manager().setTransactionTimeout(50);
        caller.node().begin();
        caller.services().connect(slow.address("work"), Runnable.class).run();
        caller.manager().commit();
        assertThat(slowly.committed()).isOne();
        slow.close();
        caller.close();
    }

    /** The timer has taken the transaction, and the rollback waits for a thread. */
    @Test
    void aCallThatOutlastsItsPartTellsSo() throws Exception {
        List<Runnable> held = new ArrayList<>();
        ServiceNode slow = new ServiceNode(
                "slow",
                wire,
                ServiceNode.inMemory("slow").events(events).clock(clock).background(held::add),
                ServiceLimits.DEFAULT);
        slow.services()
                .export(
                        "work",
                        Runnable.class,
                        () -> slow.node().advance(Duration.ofSeconds(61)),
                        CallTransaction.MANDATORY);
        JtaTransaction callers = client.node().begin();
        client.services().connect(slow.address("work"), Runnable.class).run();
        assertThat(callers.engine().isMarkedRollback()).isTrue();
        held.forEach(Runnable::run);
        client.manager().rollback();
        slow.close();
    }

    @Test
    void aCallThatNoThreadTakesIsRefusedAndTheTransactionIsAsItWas() throws Exception {
        server.workers = never -> {
            throw new RejectedExecutionException("full");
        };
        client.node().begin();
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8048");
        client.manager().commit();
    }

    @Test
    void aCallForWhichNoThreadCanBeStartedIsRefusedAndIsNotUnderWay() throws Exception {
        server.workers = never -> {
            throw new InternalError("unable to create native thread, says a test");
        };
        client.node().begin();
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8048");
        client.manager().commit();
        assertThat(server.isIdle()).isTrue();
    }

    /** Its cause is the exception of a driver or of a peer. */
    @Test
    void call_transactionIsMarkedByAFailureWithoutText_isRefused() throws Exception {
        Throwable speechless = Kind.SPEECHLESS.made();
        client.node().begin().engine().markRollback(speechless);
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContainingAll("ASSENT-8047", speechless.getClass().getName());
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void call_partThereIsMarkedMeanwhile_isRefusedSinceItCanOnlyRollBack() throws Exception {
        TransactionId id = client.node().begin().id();
        account.debit();
        Objects.requireNonNull(server.node().coordinator().find(id)).markRollback(null);
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-1023");
        assertThatThrownBy(client.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void aCallBeforeTheLogIsReadIsRefusedAndTheTransactionIsAsItWas() throws Exception {
        server.setReady(false);
        client.node().begin();
        assertThatThrownBy(account::debit)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8019");
        client.manager().commit();
    }
}
