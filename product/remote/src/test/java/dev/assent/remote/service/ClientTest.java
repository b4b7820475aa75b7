package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client without a transaction manager begins and ends transactions at a coordinator, and calls two others. */
@Fast
class ClientTest extends ClientPart {
    @Test
    void itCommitsWhatItHasCalled() throws Exception {
        workAtBoth();
        transactions.commit();
        assertThat(ofA.committed()).isEqualTo(1);
        assertThat(ofB.committed()).isEqualTo(1);
        events.assertBefore("of-a.prepare", "of-b.commit");
        assertNothingIsLeft();
    }

    /**
     * The thread that brings the end of a transaction does the work that can't block, and leaves the rest to a worker.
     */
    @Test
    void theCoordinatorNeedsAWorkerOnlyForWhatMayBlock() throws Exception {
        AtomicInteger works = new AtomicInteger();
        TestNode.Builder counting = ServiceNode.inMemory("other")
                .events(events)
                .clock(clock)
                .background(work -> {
                    works.incrementAndGet();
                    work.run();
                });
        try (ServiceNode other =
                new ServiceNode("other", new InProcessFixture(network), counting, ServiceLimits.DEFAULT)) {
            transactions = new RemoteTransactions(transports, "in-process://other", ThreadWaiter::new, clock);
            connector = new Connector(transactions, transports, ThreadWaiter::new, 30_000);
            RecordingResource own = other.node().resource("own");
            transactions.begin();
            work(other, own).run();
            transactions.commit();
            assertThat(own.committed()).isEqualTo(1);
            assertThat(works).hasPositiveValue();

            works.set(0);
            transactions.begin();
            transactions.commit();
            assertThat(works).hasValue(0);
            assertNothingIsLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(Feature.class)
    void itCommitsOverAWireThatLacksSomething(Feature lacking) throws Exception {
        close();
        network = network(EnumSet.complementOf(EnumSet.of(lacking)));
        coordinator = node("coordinator");
        a = node("a");
        b = node("b");
        ofA = a.node().resource("of-a");
        ofB = b.node().resource("of-b");
        wire = network.transport("client", null);
        transports = transports(wire);
        transactions = new RemoteTransactions(transports, COORDINATOR, ThreadWaiter::new, clock);
        connector = new Connector(transactions, transports, ThreadWaiter::new, 30_000);
        itCommitsWhatItHasCalled();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, NodeTransactionManager.TIMEOUT_SECONDS_MAX + 1})
    void setTransactionTimeout_outOfRange_isRefusedAndTheTimeoutStays(int seconds) throws Exception {
        transactions.setTransactionTimeout(7);
        assertThatThrownBy(() -> transactions.setTransactionTimeout(seconds))
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-1026", "the timeout stays 7 s");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, NodeTransactionManager.TIMEOUT_SECONDS_MAX})
    void setTransactionTimeout_atTheEndsOfItsRange_isAllowed(int seconds) {
        assertThatCode(() -> transactions.setTransactionTimeout(seconds)).doesNotThrowAnyException();
    }

    @Test
    void itRollsBackWhatItHasCalled() throws Exception {
        workAtBoth();
        transactions.rollback();
        assertThat(ofA.rolledBack()).isEqualTo(1);
        assertThat(ofB.rolledBack()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void aLoneServerDecidesByItself() throws Exception {
        transactions.begin();
        work(a, ofA).run();
        transactions.commit();
        assertThat(events.of("of-a")).contains("of-a.commit(one phase)");
        assertNothingIsLeft();
    }

    @Test
    void theCoordinatorMayBeCalledToo() throws Exception {
        RecordingResource atHome = coordinator.node().resource("home");
        transactions.begin();
        work(coordinator, atHome).run();
        work(a, ofA).run();
        transactions.commit();
        assertThat(atHome.committed()).isEqualTo(1);
        assertThat(ofA.committed()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void workAtTheCoordinatorDoesNotEndIt() throws Exception {
        coordinator
                .services()
                .export(
                        "ends",
                        Runnable.class,
                        () -> assertThatThrownBy(coordinator.manager()::rollback)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContainingAll("ASSENT-1028", "the client that has begun it"),
                        CallTransaction.MANDATORY);
        transactions.begin();
        connector.connect(coordinator.address("ends"), Runnable.class).run();
        work(a, ofA).run();
        transactions.commit();
        assertThat(ofA.committed()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void whoThrowsWhenItIsToldTheEndKeepsNobodyElseFromBeingTold() throws Exception {
        coordinator
                .services()
                .export("watch", Runnable.class, () -> synchronize(coordinator, noting()), CallTransaction.MANDATORY);
        transactions.begin();
        connector.connect(coordinator.address("watch"), Runnable.class).run();
        TransactionId id = Objects.requireNonNull(transactions.current()).id();
        Request end = new Request.End(id, true, List.of());
        Caller client = new Caller(null, "in-process://client");
        List<Runnable> held = new ArrayList<>();
        coordinator.workers = held::add;
        coordinator.inbound().ask(client, end, told -> {
            throw new IllegalStateException("a broken wire");
        });
        List<Response> told = new ArrayList<>();
        coordinator.inbound().ask(client, end, told::add);
        assertThatThrownBy(() -> held.forEach(Runnable::run)).hasMessage("a broken wire");
        assertThat(told).containsExactly(new Response.Ended(Outcome.COMMITTED, ""));
    }

    @Test
    void synchronizationsOfServersRunBeforePhaseOne() throws Exception {
        watchA();
        transactions.begin();
        connector.connect(a.address("watch"), Runnable.class).run();
        work(b, ofB).run();
        transactions.commit();
        events.assertBefore("before", "of-a.prepare");
        events.assertBefore("before", "of-b.prepare");
        assertNothingIsLeft();
    }

    /** By then the client knows the server, so that most replies need no registration. */
    @Test
    void synchronizationsOfALaterCallRunBeforePhaseOne() throws Exception {
        watchA();
        workAtBoth();
        connector.connect(a.address("watch"), Runnable.class).run();
        transactions.commit();
        events.assertBefore("before", "of-a.prepare");
        events.assertBefore("before", "of-b.prepare");
        assertNothingIsLeft();
    }

    @Test
    void aServerThatVotesNoRollsBackAndTheClientIsTold() throws Exception {
        workAtBoth();
        ofB.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT");
        assertThat(ofA.rolledBack()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void aHeuristicOutcomeIsTold() throws Exception {
        workAtBoth();
        ofB.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThatThrownBy(transactions::commit).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void aLostReplyLeavesItToRollBack() throws Exception {
        workAtBoth();
        b.workers = never -> {
            clock.advance(Duration.ofSeconds(30));
            network.tick();
        };
        Runnable lost = connector.connect(b.address("work"), Runnable.class);
        assertThatThrownBy(lost::run).isInstanceOf(CallLostException.class);
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThatThrownBy(lost::run)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8047");
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        assertThat(ofA.rolledBack()).isEqualTo(1);
    }

    @Test
    void whatItMarksRollsBack() throws Exception {
        workAtBoth();
        transactions.setRollbackOnly();
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        assertThat(ofA.rolledBack()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void aLostAnswerIsAskedForAgain() throws Exception {
        watchA();
        transactions.begin();
        connector.connect(a.address("watch"), Runnable.class).run();
        List<Runnable> later = new ArrayList<>();
        coordinator.workers = work -> {
            later.add(work);
            coordinator.workers = Runnable::run;
            clock.advance(PATIENCE);
            network.tick(); // the client asks again meanwhile
            later.forEach(Runnable::run);
        };
        transactions.commit();
        assertThat(later).hasSize(1);
        assertThat(ofA.committed()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void anEndIsToldAgainToItsClientAndToNobodyElse() {
        Response.Begun begun = (Response.Begun) ask(wire, new Request.Begin(0));
        Request.End end = new Request.End(begun.context().id(), true, List.of());
        Transport other = network.transport("other", null);
        assertThat(((Response.Refused) ask(other, end)).why()).isEqualTo(Why.FORBIDDEN);
        assertThat(ask(wire, end)).isEqualTo(new Response.Ended(Outcome.COMMITTED, ""));
        assertThat(ask(wire, end)).isEqualTo(new Response.Ended(Outcome.COMMITTED, ""));
        assertThat(((Response.Refused) ask(other, end)).why()).isEqualTo(Why.FORBIDDEN);
    }

    @Test
    void whatIsNotKnownAnyMoreIsSaidToBeUnknown() {
        NodeEpoch life = coordinator.node().coordinator().life();
        LocalTransactionId gone = new LocalTransactionId(life, 4711);
        Response.Ended ended = (Response.Ended) ask(wire, new Request.End(gone, true, List.of()));
        assertThat(ended.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(ended.why()).contains("ASSENT-8085");
        LocalTransactionId others = new LocalTransactionId(new NodeEpoch(new NodeId(1, 1), 1, 0), 1);
        assertThat(((Response.Refused) ask(wire, new Request.End(others, true, List.of()))).why())
                .isEqualTo(Why.NOT_MINE);
    }

    @Test
    void withoutACoordinatorNothingBegins() throws Exception {
        coordinator.transport().close();
        assertThatThrownBy(transactions::begin)
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-8086");
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aCommitThatTheCoordinatorHasNotHeardOfIsARollback() throws Exception {
        workAtBoth();
        coordinator.transport().close();
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-8088");
    }

    /** The first request arrives and its answer is lost; the others don't arrive. */
    @Test
    void aCommitThatMayHaveArrivedIsUnknownThoughItsRepetitionsAreLost() throws Exception {
        watchA();
        transactions.begin();
        connector.connect(a.address("watch"), Runnable.class).run();
        coordinator.workers = work -> {
            coordinator.transport().close();
            clock.advance(PATIENCE);
            network.tick();
        };
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-8087");
    }

    @Test
    void aThreadHasOneTransaction() throws Exception {
        assertThatThrownBy(transactions::commit).isInstanceOf(IllegalStateException.class);
        transactions.begin();
        assertThatThrownBy(transactions::begin).isInstanceOf(NotSupportedException.class);
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        transactions.rollback();
        assertNothingIsLeft();
    }
}
