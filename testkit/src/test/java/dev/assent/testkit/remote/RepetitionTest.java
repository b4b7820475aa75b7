package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.inprocess.InProcessNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.testkit.resource.AdjustableClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promise of {@link Passage#repeat}, over a wire whose last message is the first to arrive. */
@Fast
class RepetitionTest {
    private static final NodeEpoch SENDER = new NodeEpoch(new NodeId(1, 2), 1, 0);
    private static final NodeEpoch RECEIVER = new NodeEpoch(new NodeId(3, 4), 1, 0);
    private static final long NO_ANSWER_MILLIS = 1_000;

    private final AdjustableClock clock = new AdjustableClock();
    private final Deque<Runnable> underWay = new ArrayDeque<>();
    private boolean mayIgnore;
    private boolean isAtOnce;
    private final FaultyWire wire = new FaultyWire(new Inner());
    private final FaultyTransport a = wire.transport("a", SENDER, name -> null);
    private final FaultyTransport b = wire.transport("b", RECEIVER, name -> null);
    private final List<String> events = new ArrayList<>();

    /** The wire inside, which may be one that ignores repetitions. */
    private final class Inner implements TransportFixture {
        private final TransportFixture network = new InProcessFixture(
                new InProcessNetwork(this::take, clock, new InProcessNetwork.Times(NO_ANSWER_MILLIS, 0)));

        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            return network.transport(name, life, types);
        }

        @Override
        public String address(String name) {
            return network.address(name);
        }

        private void take(Runnable work) {
            if (isAtOnce) {
                work.run();
            } else {
                underWay.push(work);
            }
        }

        @Override
        public boolean mayIgnoreRepetitions() {
            return mayIgnore;
        }

        @Override
        public void tick() {
            network.tick();
        }
    }

    /** Answers at once. */
    private final class Prompt implements Inbound {
        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            throw new AssertionError("nobody calls");
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            events.add("arrived " + ((Request.Ask) request).branch().id());
            reply.accept(new Response.Answered(Answer.PREPARED));
        }
    }

    @BeforeEach
    void open() {
        a.open(new Prompt());
        b.open(new Prompt());
        wire.all(MessageKind.PREPARE, Passage::repeat);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        wire.close();
    }

    private void prepare(long sequence) {
        LocalTransactionId id = new LocalTransactionId(SENDER, sequence);
        Peer peer = a.peer(wire.address("b"));
        peer.ask(
                new Request.Ask(RemoteVerb.PREPARE, new BranchRef(id, id)),
                NO_ANSWER_MILLIS,
                answer -> events.add(answer instanceof Response.Answered ? "answered " + id : "unanswered"));
    }

    private void deliverAll() {
        while (!underWay.isEmpty()) {
            underWay.pop().run();
        }
    }

    private static List<String> twice(long sequence) {
        LocalTransactionId id = new LocalTransactionId(SENDER, sequence);
        return List.of("arrived " + id, "arrived " + id, "answered " + id);
    }

    @Test
    void theAnswerWaitsForTheSecondCopy() {
        prepare(1);
        deliverAll();
        assertThat(events).isEqualTo(twice(1));
        assertThat(wire.underWay()).isZero();
    }

    @Test
    void whereTheSecondCopyMayBeIgnoredTheAnswerWaitsForItToBeSentAlone() {
        mayIgnore = true;
        prepare(1);
        underWay.pop().run();
        assertThat(events).hasSize(2).startsWith(twice(1).get(0)).endsWith(twice(1).get(2));
        assertThat(underWay).as("the second copy").hasSize(1);
        deliverAll();
        assertThat(events).hasSize(3);
        assertThat(wire.underWay()).isZero();
    }

    /** Where the wire delivers while the sender sends still. */
    @Test
    void theSecondCopyGoesBeforeTheAnswerHoweverSoonTheFirstArrives() {
        mayIgnore = true;
        isAtOnce = true;
        prepare(1);
        assertThat(events).isEqualTo(twice(1));
        assertThat(wire.underWay()).isZero();
    }

    @Test
    void thoseOfOneKindComeOneAfterTheOther() {
        prepare(1);
        prepare(2);
        deliverAll();
        assertThat(events).containsAll(twice(1)).containsAll(twice(2)).hasSize(6);
        assertThat(events.indexOf(twice(2).get(0))).isGreaterThan(events.lastIndexOf(twice(1).get(0)));
        assertThat(wire.underWay()).isZero();
    }

    @Test
    void oneThatNeverArrivesHoldsTheNextNoLongerThanItsAnswer() {
        b.setHanging(true);
        prepare(1);
        deliverAll();
        b.setHanging(false);
        prepare(2);
        deliverAll();
        assertThat(events).isEmpty();
        clock.advance(Duration.ofMillis(NO_ANSWER_MILLIS + 1));
        wire.tick();
        deliverAll();
        assertThat(events).contains("unanswered").containsAll(twice(2)).hasSize(4);
    }
}
