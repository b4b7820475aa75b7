package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.remote.transport.Transports;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client without a transaction manager begins and ends transactions at a coordinator, and calls two others. */
@Fast
class ClientTest {
    private static final String COORDINATOR = "in-process://coordinator";

    /** How long everybody waits for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private LocalNetwork network = network(EnumSet.allOf(Feature.class));
    private ServiceNode coordinator = node("coordinator");
    private ServiceNode a = node("a");
    private ServiceNode b = node("b");
    private RecordingResource ofA = a.node().resource("of-a");
    private RecordingResource ofB = b.node().resource("of-b");
    private Transport wire = network.transport("client", null);
    private Transports transports = transports(wire);
    private RemoteTransactions transactions = new RemoteTransactions(transports, COORDINATOR, ThreadWaiter::new, clock);
    private Connector connector = new Connector(transactions, transports, ThreadWaiter::new, 30_000);

    private LocalNetwork network(Set<Feature> features) {
        return new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(PATIENCE.toMillis(), 0), features);
    }

    private ServiceNode node(String name) {
        return new ServiceNode(name, new InProcessFixture(network), events, clock);
    }

    private static Transports transports(Transport wire) {
        Transports made = new Transports(any -> true);
        made.add(wire);
        return made;
    }

    @AfterEach
    void close() {
        wire.close();
        List.of(a, b, coordinator).forEach(ServiceNode::close);
    }

    private Runnable work(ServiceNode at, RecordingResource resource) {
        at.services().export("work", Runnable.class, () -> at.work(resource), CallTransaction.MANDATORY);
        return connector.connect(at.address("work"), Runnable.class);
    }

    private void workAtBoth() throws Exception {
        transactions.begin();
        work(a, ofA).run();
        work(b, ofB).run();
    }

    private void assertNothingIsLeft() {
        for (ServiceNode each : List.of(coordinator, a, b)) {
            assertThat(each.node().coordinator().isIdle()).isTrue();
            assertThat(each.node().coordinator().parked()).isEmpty();
        }
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

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

    private void watchA() {
        watchA(noting());
    }

    private Synchronization noting() {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                events.add("before");
            }

            @Override
            public void afterCompletion(int status) {}
        };
    }

    private void watchA(Synchronization synchronization) {
        a.services()
                .export(
                        "watch",
                        Runnable.class,
                        () -> {
                            a.work(ofA);
                            synchronize(a, synchronization);
                        },
                        CallTransaction.MANDATORY);
    }

    private static void synchronize(ServiceNode at, Synchronization synchronization) {
        try {
            at.manager().getTransaction().registerSynchronization(synchronization);
        } catch (RollbackException over) {
            throw new IllegalStateException(over);
        }
    }

    // ---- programs whose exceptions have no readable text

    private static final class SpeechlessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("nobody may know");
        }
    }

    /** Like a container's proxy after its context has ended. */
    private static final class Speechless implements Synchronization {
        private final int failsAt;

        Speechless(int failsAt) {
            this.failsAt = failsAt;
        }

        @Override
        public void beforeCompletion() {
            if (failsAt == Status.STATUS_ACTIVE) {
                throw new SpeechlessException();
            }
        }

        @Override
        public void afterCompletion(int status) {
            if (failsAt == status) {
                throw new SpeechlessException();
            }
        }

        @Override
        public String toString() {
            throw new SpeechlessException();
        }
    }

    @Test
    void aSynchronizationThatFailsSpeechlessRollsBack() throws Exception {
        watchA(new Speechless(Status.STATUS_ACTIVE));
        transactions.begin();
        connector.connect(a.address("watch"), Runnable.class).run();
        work(b, ofB).run();
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        assertThat(ofA.rolledBack()).isEqualTo(1);
        assertThat(ofB.rolledBack()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void aSynchronizationThatFailsSpeechlessBehindTheEndKeepsNobodyFromBeingTold() throws Exception {
        transactions.begin();
        coordinator
                .services()
                .export(
                        "watch",
                        Runnable.class,
                        () -> synchronize(coordinator, new Speechless(Status.STATUS_COMMITTED)),
                        CallTransaction.MANDATORY);
        connector.connect(coordinator.address("watch"), Runnable.class).run();
        work(b, ofB).run();
        transactions.commit();
        assertThat(ofB.committed()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void workThatFailsSpeechlessAtTheCoordinatorRollsBackAndTheClientIsTold() throws Exception {
        transactions.begin();
        coordinator
                .services()
                .export(
                        "fail",
                        Runnable.class,
                        () -> {
                            throw new SpeechlessException();
                        },
                        CallTransaction.MANDATORY);
        Runnable failing = connector.connect(coordinator.address("fail"), Runnable.class);
        assertThatThrownBy(failing::run).isInstanceOf(RemoteFailureException.class);
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
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

    /** A node that does nothing after its vote until that is run. */
    private ServiceNode silentAfterItsVote(List<Runnable> held) {
        return silentAfterItsVote("silent", held);
    }

    private ServiceNode silentAfterItsVote(String name, List<Runnable> held) {
        TestNode.Builder silent = ServiceNode.inMemory(name)
                .events(events)
                .clock(clock)
                .background(work -> {
                    if (events.all().contains("of-" + name + ".prepare")) {
                        held.add(work);
                    } else {
                        work.run();
                    }
                });
        return new ServiceNode(name, new InProcessFixture(network), silent, ServiceLimits.DEFAULT);
    }

    private TransactionId work(RecordingResource home, ServiceNode other, RecordingResource ofOther) throws Exception {
        transactions.begin();
        work(coordinator, home).run();
        work(other, ofOther).run();
        return Objects.requireNonNull(transactions.current()).id();
    }

    /** The registrations with which the client reports that it has called a node. */
    private static List<Registration> registered(ServiceNode node, TransactionId id) {
        LocalTransactionId incarnation = Objects.requireNonNull(
                Objects.requireNonNull(node.node().coordinator().subordinate(id))
                        .transaction()
                        .incarnation());
        return List.of(new Registration(
                new BranchRef(id, incarnation),
                node.address("any").replace("/any", ""),
                Set.of(Registration.Interest.COMPLETION)));
    }

    private List<Response> end(TransactionId id, List<Registration> registrations, boolean wantsHeuristics) {
        Request.End end = new Request.End(id, true, registrations, wantsHeuristics);
        List<Response> told = new ArrayList<>();
        coordinator.inbound().ask(new Caller(null, "in-process://client"), end, told::add);
        return told;
    }

    private void passDecisionTime() {
        coordinator.tick(); // it is seen to be decided
        clock.advance(Duration.ofSeconds(ClientDesk.DECISION_SECONDS));
        coordinator.tick();
    }

    /** A participant is silent until the client has got the decision. */
    @Test
    void aHeuristicOutcomeThatIsHeardAfterTheDecisionWasToldIsToldFromThenOn() throws Exception {
        List<Runnable> held = new ArrayList<>();
        try (ServiceNode silent = silentAfterItsVote(held)) {
            RecordingResource ofSilent = silent.node().resource("of-silent");
            ofSilent.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
            TransactionId id = work(coordinator.node().resource("home"), silent, ofSilent);
            List<Response> told = end(id, registered(silent, id), false);
            assertThat(told).isEmpty();
            passDecisionTime();
            assertThat(told).containsExactly(new Response.Ended(Outcome.COMMITTED, ""));
            while (!held.isEmpty()) {
                held.remove(0).run();
            }
            for (boolean wantsHeuristics : new boolean[] {false, true}) {
                assertThat(end(id, List.of(), wantsHeuristics))
                        .singleElement()
                        .extracting(each -> ((Response.Ended) each).outcome())
                        .isEqualTo(Outcome.HEURISTIC_MIXED);
            }
        }
    }

    /** A participant is silent until the client has got the decision, and then the log takes no record of the end. */
    @Test
    void anEndThatTheLogDoesNotTakeAfterTheDecisionWasToldIsToldFromThenOn() throws Exception {
        List<Runnable> held = new ArrayList<>();
        try (ServiceNode silent = silentAfterItsVote(held)) {
            RecordingResource ofSilent = silent.node().resource("of-silent");
            ofSilent.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
            TransactionId id = work(coordinator.node().resource("home"), silent, ofSilent);
            end(id, registered(silent, id), false);
            passDecisionTime();
            coordinator.node().log().refuseNextAppend();
            while (!held.isEmpty()) {
                held.remove(0).run();
            }
            assertThat(end(id, List.of(), false))
                    .singleElement()
                    .extracting(each -> ((Response.Ended) each).outcome())
                    .isEqualTo(Outcome.UNKNOWN);
        }
    }

    /** The client asks just after the desk has looked which clients to answer: in the answer to another client. */
    @Test
    void whoComesWhileDecisionsAreToldAndWantsMoreIsNotToldTheDecision() throws Exception {
        try (ServiceNode silent = silentAfterItsVote(new ArrayList<>());
                ServiceNode another = silentAfterItsVote("another", new ArrayList<>())) {
            TransactionId first = work(
                    coordinator.node().resource("home"), silent, silent.node().resource("of-silent"));
            FutureTask<TransactionId> beginning = new FutureTask<>(() -> {
                transactions.begin(); // of that thread
                work(a, ofA).run();
                work(another, another.node().resource("of-another")).run();
                return Objects.requireNonNull(transactions.current()).id();
            });
            new Thread(beginning).start();
            TransactionId second = beginning.get();
            List<Registration> ofSecond = new ArrayList<>(registered(a, second));
            ofSecond.addAll(registered(another, second));
            List<Response> told = new ArrayList<>();
            List<Response> toldMore = new ArrayList<>();
            Request.End end = new Request.End(first, true, registered(silent, first), false);
            coordinator.inbound().ask(new Caller(null, "in-process://client"), end, answer -> {
                told.add(answer);
                toldMore.addAll(end(second, List.of(), true));
            });
            List<Response> toldOfSecond = end(second, ofSecond, false);
            passDecisionTime();
            assertThat(told).containsExactly(new Response.Ended(Outcome.COMMITTED, ""));
            assertThat(toldOfSecond).isEmpty();
            assertThat(toldMore).isEmpty();
        }
    }

    /** A driver's exception whose text takes as long as a test wants. */
    private static final class SlowText extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch asked = new CountDownLatch(1);
        private final transient CountDownLatch mayAnswer = new CountDownLatch(1);

        @Override
        public String getMessage() {
            asked.countDown();
            try {
                mayAnswer.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return "late";
        }
    }

    @Test
    void aTextThatADriverDoesNotGiveKeepsNoOtherClientWaiting() throws Exception {
        RecordingResource home = coordinator.node().resource("home");
        TransactionId id = work(home, a, ofA);
        SlowText slow = new SlowText();
        home.throwing(XaVerb.PREPARE, slow);
        List<Response> told = new CopyOnWriteArrayList<>();
        Thread ending = new Thread(() -> told.addAll(end(id, registered(a, id), false)));
        ending.start();
        slow.asked.await();
        List<Response> begun = new CopyOnWriteArrayList<>();
        Thread beginning = new Thread(() ->
                coordinator.inbound().ask(new Caller(null, "in-process://another"), new Request.Begin(0), begun::add));
        beginning.start();
        try {
            await().until(() -> !begun.isEmpty());
        } finally {
            slow.mayAnswer.countDown();
            ending.join();
            beginning.join();
        }
        assertThat(told)
                .singleElement()
                .extracting(each -> ((Response.Ended) each).outcome())
                .isEqualTo(Outcome.ROLLED_BACK);
    }

    /** One claims that it can't commit, and another is silent. */
    @Test
    void aDecisionIsNotToldWhileAParticipantClaimsThatItCantCommit() throws Exception {
        try (ServiceNode silent = silentAfterItsVote(new ArrayList<>())) {
            RecordingResource home = coordinator.node().resource("home");
            home.fails(XaVerb.COMMIT, XAException.XAER_PROTO);
            TransactionId id = work(home, silent, silent.node().resource("of-silent"));
            List<Response> told = end(id, registered(silent, id), false);
            passDecisionTime();
            assertThat(told).isEmpty();
        }
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

    private static Response ask(Transport from, Request request) {
        List<Response> answer = new ArrayList<>(1);
        from.peer(COORDINATOR).ask(request, 1000, answer::add);
        return answer.get(0);
    }

    private Response begin(Caller client) {
        List<Response> answer = new ArrayList<>(1);
        coordinator.inbound().ask(client, new Request.Begin(0), answer::add);
        return answer.get(0);
    }

    @Test
    void aClientThatIsStuckKeepsNoOtherOfItsHostFromBeginning() {
        Caller stuck = Caller.ofOwnKey("client 7", "192.0.2.1:1");
        for (int i = 0; i < ClientDesk.Limits.DEFAULT.openMax(); i++) {
            assertThat(begin(stuck)).isInstanceOf(Response.Begun.class);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(((Response.Refused) begin(stuck)).text()).contains("ASSENT-8084", "client 7 at 192.0.2.1");
        }
        assertThat(begin(Caller.ofOwnKey("client 8", "192.0.2.1:2"))).isInstanceOf(Response.Begun.class);
        assertThat(begin(new Caller(null, "CN=known"))).isInstanceOf(Response.Begun.class);
        assertThat(coordinator.node().notices().of(8091))
                .as("told once")
                .singleElement()
                .asString()
                .contains("1000", "'client-transactions-max'", "log end --of NAME", "'client 7 at 192.0.2.1'");
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    @Test
    void oneThatMakesManyKeysHasNoMoreThanItsHostAndOtherHostsHaveTheirs() {
        coordinator.close();
        TestNode.Builder large =
                ServiceNode.inMemory("coordinator").events(events).clock(clock).transactionsMax(1 << 14);
        coordinator = new ServiceNode("coordinator", new InProcessFixture(network), large, ServiceLimits.DEFAULT);
        int ofHost = ClientDesk.Limits.DEFAULT.openMaxOfHost();
        for (int i = 0; i < ofHost; i++) {
            assertThat(begin(Caller.ofOwnKey("client " + i, "192.0.2.1:1"))).isInstanceOf(Response.Begun.class);
        }
        assertThat(((Response.Refused) begin(Caller.ofOwnKey("client x", "192.0.2.1:1"))).text())
                .contains("ASSENT-8084", "host 192.0.2.1");
        assertThat(coordinator.node().notices().of(8091))
                .singleElement()
                .asString()
                .contains("'client-transactions-max-of-host'", "'192.0.2.1'");
        assertThat(begin(Caller.ofOwnKey("client x", "192.0.2.2:1"))).isInstanceOf(Response.Begun.class);
        assertThat(begin(Caller.ofCertificate("session 1", "CN=known"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
        assertThat(begin(Caller.ofOwnKey("client x", "192.0.2.1:1"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    /** On plain native everybody may say that it is a node, and that as often as it likes. */
    @Test
    void oneThatInventsNodesHasNoMoreThanItsHost() {
        coordinator.close();
        TestNode.Builder large =
                ServiceNode.inMemory("coordinator").events(events).clock(clock).transactionsMax(1 << 14);
        coordinator = new ServiceNode("coordinator", new InProcessFixture(network), large, ServiceLimits.DEFAULT);
        int ofHost = ClientDesk.Limits.DEFAULT.openMaxOfHost();
        for (int i = 0; i < ofHost; i++) {
            assertThat(begin(invented(i))).isInstanceOf(Response.Begun.class);
        }
        assertThat(begin(invented(ofHost)))
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.text()).contains("ASSENT-8084", "host 192.0.2.1"));
        assertThat(begin(new Caller(new NodeId(9, ofHost), "CN=known"))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMinutes(1));
    }

    private static Caller invented(int number) {
        String name = "native://192.0.2.1:" + number;
        return Caller.ofUncertifiedNode(new NodeId(9, number), name, "192.0.2.1:" + number);
    }

    @Test
    void aClientThatBeginsAndNeverEndsIsLimited() {
        int openMax = ClientDesk.Limits.DEFAULT.openMax();
        for (int i = 0; i < openMax; i++) {
            assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        }
        assertThat(((Response.Refused) ask(wire, new Request.Begin(0))).text()).contains("ASSENT-8084");
        assertThat(ask(network.transport("other", null), new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        coordinator.node().advance(Duration.ofMillis(ClientDesk.Limits.DEFAULT.timeoutMillisDefault()));
        assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
    }

    @Test
    void oneThatHasRunOutOfTimeRollsBack() throws Exception {
        transactions.setTransactionTimeout(2);
        workAtBoth();
        coordinator.node().advance(Duration.ofSeconds(2));
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("2 s");
        assertThat(ofA.rolledBack()).isEqualTo(1);
    }

    /**
     * Regression: the coordinator had removed it together with others whose timeouts had passed, and answered that it
     * had rolled back.
     */
    @Test
    void aHeuristicOutcomeOfOneThatHasRunOutOfTimeIsToldAlsoWhenOthersHaveBegunSince() throws Exception {
        RecordingResource atHome = coordinator.node().resource("home");
        atHome.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        transactions.setTransactionTimeout(2);
        transactions.begin();
        work(coordinator, atHome).run();
        coordinator.node().advance(Duration.ofSeconds(2));
        for (int i = 1; i < ClientDesk.Limits.DEFAULT.openMax() + 1; i++) {
            assertThat(ask(wire, new Request.Begin(0))).isInstanceOf(Response.Begun.class);
        }
        assertThatThrownBy(transactions::commit).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void anEverlastingTimeoutIsNot() {
        Response.Begun begun = (Response.Begun) ask(wire, new Request.Begin(Long.MAX_VALUE));
        assertThat(begun.context().remainingMillis()).isEqualTo(ClientDesk.Limits.DEFAULT.timeoutMillisMax());
    }

    @Test
    void aNegativeTimeoutIsNoMessage() {
        assertThatThrownBy(() -> new Request.Begin(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 ms");
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
