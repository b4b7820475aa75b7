package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.remote.transport.Transports;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** A client without a transaction manager, a coordinator and two others, for tests of what they say to each other. */
abstract class ClientPart {
    static final String COORDINATOR = "in-process://coordinator";

    /** How long everybody waits for an answer. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    final EventList events = new EventList();
    final AdjustableClock clock = new AdjustableClock();
    LocalNetwork network = network(EnumSet.allOf(Feature.class));
    ServiceNode coordinator = node("coordinator");
    ServiceNode a = node("a");
    ServiceNode b = node("b");
    RecordingResource ofA = a.node().resource("of-a");
    RecordingResource ofB = b.node().resource("of-b");
    Transport wire = network.transport("client", null);
    Transports transports = transports(wire);
    RemoteTransactions transactions = new RemoteTransactions(transports, COORDINATOR, ThreadWaiter::new, clock);
    Connector connector = new Connector(transactions, transports, ThreadWaiter::new, 30_000);

    LocalNetwork network(Set<Feature> features) {
        return new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(PATIENCE.toMillis(), 0), features);
    }

    ServiceNode node(String name) {
        return new ServiceNode(name, new InProcessFixture(network), events, clock);
    }

    static Transports transports(Transport wire) {
        Transports made = new Transports(any -> true);
        made.add(wire);
        return made;
    }

    @AfterEach
    void close() {
        wire.close();
        List.of(a, b, coordinator).forEach(ServiceNode::close);
    }

    Runnable work(ServiceNode at, RecordingResource resource) {
        at.services().export("work", Runnable.class, () -> at.work(resource), CallTransaction.MANDATORY);
        return connector.connect(at.address("work"), Runnable.class);
    }

    void workAtBoth() throws Exception {
        transactions.begin();
        work(a, ofA).run();
        work(b, ofB).run();
    }

    void assertNothingIsLeft() {
        for (ServiceNode each : List.of(coordinator, a, b)) {
            assertThat(each.node().coordinator().isIdle()).isTrue();
            assertThat(each.node().coordinator().parked()).isEmpty();
        }
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    void watchA() {
        watchA(noting());
    }

    Synchronization noting() {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                events.add("before");
            }

            @Override
            public void afterCompletion(int status) {}
        };
    }

    void watchA(Synchronization synchronization) {
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

    static void synchronize(ServiceNode at, Synchronization synchronization) {
        try {
            at.manager().getTransaction().registerSynchronization(synchronization);
        } catch (RollbackException over) {
            throw new IllegalStateException(over);
        }
    }

    TransactionId work(RecordingResource home, ServiceNode other, RecordingResource ofOther) throws Exception {
        transactions.begin();
        work(coordinator, home).run();
        work(other, ofOther).run();
        return Objects.requireNonNull(transactions.current()).id();
    }

    /** The registrations with which the client reports that it has called a node. */
    static List<Registration> registered(ServiceNode node, TransactionId id) {
        LocalTransactionId incarnation = Objects.requireNonNull(
                Objects.requireNonNull(node.node().coordinator().subordinate(id))
                        .transaction()
                        .incarnation());
        return List.of(new Registration(
                new BranchRef(id, incarnation),
                node.address("any").replace("/any", ""),
                Set.of(Registration.Interest.COMPLETION)));
    }

    List<Response> end(TransactionId id, List<Registration> registrations, boolean wantsHeuristics) {
        Request.End end = new Request.End(id, true, registrations, wantsHeuristics);
        List<Response> told = new ArrayList<>();
        coordinator.inbound().ask(new Caller(null, "in-process://client"), end, told::add);
        return told;
    }

    static Response ask(Transport from, Request request) {
        List<Response> answer = new ArrayList<>(1);
        from.peer(COORDINATOR).ask(request, 1000, answer::add);
        return answer.get(0);
    }
}
