package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.transport.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/** A client is told the decision before all participants have confirmed it, and what is heard later. */
@Fast
class ToldDecisionTest extends ClientPart {
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
}
