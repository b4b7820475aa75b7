package dev.assent.remote.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.time.Clock;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every message is answered once, whatever happens to its receiver. */
@Fast
class LocalNetworkTest {
    private static final NodeId NODE = new NodeId(1, 2);
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(NODE, 1, 0), 7);
    private static final Request REQUEST = new Request.Ask(RemoteVerb.PREPARE, new BranchRef(ID, ID));

    private final HandClock clock = new HandClock();
    private final Queue<Runnable> underWay = new ArrayDeque<>();
    private final LocalNetwork network = new LocalNetwork(underWay::add, clock, new LocalNetwork.Times(1000, 0));
    private final Transport a = network.transport("a", NODE);
    private final Transport b = network.transport("b", new NodeId(3, 4));
    private final Received received = new Received();
    private final List<Response> responses = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();

    /** A clock that goes only when a test says so. */
    private static final class HandClock implements Clock {
        private long nanos;

        void advance(Duration time) {
            nanos += time.toNanos();
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long epochMillis() {
            return nanos / 1_000_000;
        }
    }

    /** Keeps what comes. */
    private static final class Received implements Inbound {
        final List<Caller> callers = new ArrayList<>();
        final List<Consumer<Result>> calls = new ArrayList<>();
        final List<Consumer<Response>> requests = new ArrayList<>();

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            callers.add(from);
            calls.add(reply);
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            callers.add(from);
            requests.add(reply);
        }
    }

    private void deliver() {
        for (Runnable next = underWay.poll(); next != null; next = underWay.poll()) {
            next.run();
        }
    }

    private void ask(Transport from, String address) {
        from.peer(address).ask(REQUEST, 5000, responses::add);
    }

    @Test
    void aRequestIsBroughtWithWhoHasSentItAndAnswered() {
        b.open(received);
        assertThat(a.address()).isNull();
        assertThat(b.address()).isEqualTo("in-process://b");
        assertThat(a.peer("in-process://b").address()).isEqualTo("in-process://b");
        ask(a, "in-process://b");
        assertThat(received.requests).isEmpty();
        deliver();
        assertThat(received.callers).containsExactly(new Caller(NODE, "in-process://a"));
        Response answer = new Response.Answered(Answer.PREPARED);
        received.requests.get(0).accept(answer);
        assertThat(responses).containsExactly(answer);
    }

    @Test
    void nobodyOfThatNameHasGotIt() {
        ask(a, "in-process://b");
        deliver();
        assertUnanswered(false);
    }

    @Test
    void aRequestWhoseTimeIsOverMayHaveArrivedAndALateAnswerIsDropped() {
        b.open(received);
        ask(a, "in-process://b");
        deliver();
        clock.advance(Duration.ofMillis(999));
        network.tick();
        assertThat(responses).isEmpty();
        clock.advance(Duration.ofMillis(1));
        network.tick();
        network.tick();
        received.requests.get(0).accept(new Response.Answered(Answer.PREPARED));
        assertUnanswered(true);
    }

    @Test
    void aRequestThatIsNotDeliveredInTimeIsNotDeliveredAnyMore() {
        b.open(received);
        ask(a, "in-process://b");
        clock.advance(Duration.ofSeconds(1));
        network.tick();
        deliver();
        assertThat(received.requests).isEmpty();
        assertUnanswered(false);
    }

    @Test
    void aCallHasItsOwnTime() throws Exception {
        b.open(received);
        Call call = new Call("x", Runnable.class.getMethod("run"), new Object[0], null, 5000);
        a.peer("in-process://b").call(call, results::add);
        deliver();
        clock.advance(Duration.ofMillis(4999));
        network.tick();
        assertThat(results).isEmpty();
        clock.advance(Duration.ofMillis(1));
        network.tick();
        assertThat(results)
                .hasSize(1)
                .allSatisfy(result -> assertThat(((Result.Unanswered) result).mayHaveArrived())
                        .isTrue());
    }

    @Test
    void anExecutorThatTakesNothingHasDeliveredNothing() {
        LocalNetwork full = new LocalNetwork(
                work -> {
                    throw new RejectedExecutionException("full");
                },
                clock,
                LocalNetwork.Times.DEFAULT);
        ask(full.transport("a", NODE), "in-process://b");
        assertUnanswered(false);
    }

    @Test
    void oneThatIsClosedTakesNothingSendsNothingAndAnswersForOthers() {
        b.open(received);
        ask(a, "in-process://b");
        deliver();
        a.close();
        assertUnanswered(true);
        responses.clear();
        ask(a, "in-process://b");
        assertUnanswered(false);
        responses.clear();
        Transport again = network.transport("a", NODE);
        b.close();
        ask(again, "in-process://b");
        deliver();
        assertUnanswered(false);
    }

    @Test
    void closingWaitsForWhatIsUnderWay() throws Exception {
        LocalNetwork patient = new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(1000, 60_000));
        Transport from = patient.transport("from", NODE);
        Transport to = patient.transport("to", NODE);
        to.open(received);
        ask(from, "in-process://to");
        CountDownLatch closed = new CountDownLatch(2);
        List<Thread> closing = new ArrayList<>();
        for (Transport each : List.of(from, to)) {
            closing.add(new Thread(() -> {
                each.close();
                closed.countDown();
            }));
        }
        closing.forEach(Thread::start);
        assertThat(closed.await(50, TimeUnit.MILLISECONDS)).isFalse();
        received.requests.get(0).accept(new Response.Answered(Answer.DONE));
        closed.await();
        assertThat(responses).containsExactly(new Response.Answered(Answer.DONE));
    }

    /** A message that counted as unanswered for ever would hold up the close until its limit. */
    @Test
    void close_aMessageHasComeTooLate_waitsForNothing() {
        LocalNetwork patient = new LocalNetwork(underWay::add, clock, new LocalNetwork.Times(1000, Waiting.MILLIS_MAX));
        Transport from = patient.transport("from", NODE);
        Transport to = patient.transport("to", NODE);
        to.open(received);
        ask(from, "in-process://to");
        clock.advance(Duration.ofSeconds(1));
        patient.tick();
        deliver();
        assertUnanswered(false);
        to.close();
        from.close();
        assertThat(received.requests).isEmpty();
    }

    @Test
    void namesAndAddressesThatAreNoneAreRefused() {
        b.open(received);
        assertThatThrownBy(() -> network.transport("b", NODE).open(received)).hasMessageContaining("ASSENT-8060");
        assertThatThrownBy(() -> network.transport("a/b", NODE)).hasMessageContaining("ASSENT-8061");
        assertThatThrownBy(() -> a.peer("in-process://")).hasMessageContaining("ASSENT-8061");
        assertThatThrownBy(() -> a.peer("iiop://b")).hasMessageContaining("ASSENT-8061");
    }

    private void assertUnanswered(boolean mayHaveArrived) {
        assertThat(responses).hasSize(1);
        assertThat(responses.get(0)).isInstanceOf(Response.Unanswered.class);
        assertThat(((Response.Unanswered) responses.get(0)).mayHaveArrived()).isEqualTo(mayHaveArrived);
    }

    @Test
    void whoeverThrowsWhenToldOfAnAnswerLeavesNothingUnderWay() {
        LocalNetwork draining = new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(1000, 36_000_000));
        Transport asking = draining.transport("asking", NODE);
        Transport answering = draining.transport("answering", new NodeId(3, 4));
        answering.open(received);
        IllegalStateException bug = new IllegalStateException("a bug");
        asking.peer("in-process://answering").ask(REQUEST, 5000, answer -> {
            throw bug;
        });
        assertThatThrownBy(() -> received.requests.get(0).accept(new Response.Answered(Answer.DONE)))
                .isSameAs(bug);
        answering.close(); // would wait for what is under way
        asking.close();
    }

    @Test
    void oneThatThrowsWhenItHasWaitedTooLongKeepsNoOtherFromBeingTold() {
        b.open(received);
        IllegalStateException bug = new IllegalStateException("a bug");
        for (int i = 0; i < 10; i++) {
            ask(a, "in-process://b");
            a.peer("in-process://b").ask(REQUEST, 5000, answer -> {
                throw bug;
            });
        }
        deliver();
        clock.advance(Duration.ofSeconds(6));
        assertThatThrownBy(network::tick).isSameAs(bug);
        assertThat(responses).hasSize(10).allMatch(Response.Unanswered.class::isInstance);
        network.tick();
    }

    @Test
    void aMessageWhoseReceiverThrowsMayHaveArrived() {
        IllegalStateException bug = new IllegalStateException("a bug");
        b.open(new Inbound() {
            @Override
            public void call(Caller from, Call call, Consumer<Result> reply) {}

            @Override
            public void ask(Caller from, Request request, Consumer<Response> reply) {
                throw bug;
            }
        });
        ask(a, "in-process://b");
        assertThatThrownBy(this::deliver).isSameAs(bug);
        assertThat(responses).containsExactly(new Response.Unanswered(true, bug));
    }
}
