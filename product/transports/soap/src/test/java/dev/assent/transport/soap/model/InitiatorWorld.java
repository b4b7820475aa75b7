package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.assembly.QueuedTransport;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Reply;
import dev.assent.transport.soap.reference.Keys;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The initiator of a transaction at a coordinator that shares no code with it. After each step the application must have
 * been told what {@link InitiatorView} says.
 *
 * <p>Not thread-safe.
 */
final class InitiatorWorld extends SeededWorld {
    private static final String CLIENT = "127.0.0.1:7000";
    private static final String PEERS = "127.0.0.1:7100";
    private static final long MILLIS = 15_000;
    private static final long[] PAUSES_MILLIS = {50, 2_000, 10_500, 16_000};
    private static final List<String> OUTCOMES =
            List.of("Committed", "Aborted", "InconsistentInternalState", "UnknownTransaction", "InvalidState");

    private final AdjustableClock clock = new AdjustableClock();
    private final InitiatorView view = new InitiatorView();
    private final QueuedWire wire = new QueuedWire(new Sight());
    private final QueuedWire.Way way = wire.way("peer");
    private final QueuedTransport transport;
    private TransactionId id;

    /** Where the initiator hears the outcome: its URL, and the parameter. */
    private String initiator = "";

    private String parameter = "";

    /** What the coordinator has decided; empty before it hears a request. */
    private String decision = "";

    private boolean isRefusalDue;
    private boolean isRefused;
    private int identities;

    InitiatorWorld(long seed) {
        super(seed);
        TransportOwner owner =
                new TransportOwner(null, none -> null, clock, new RecordingNotices(), null, null, any -> true);
        transport = new QueuedTransport(
                CLIENT, wire, owner, new Keys(SigningSecret.ofThisLife()), (address, request, millis) -> any -> {});
        transport.open(new Nobody());
        wire.listen(PEERS, coordinator());
        wire.setDirect(true);
        transport
                .peer("soap://" + PEERS)
                .ask(
                        new Request.Begin(600_000),
                        MILLIS,
                        begun -> id = ((Response.Begun) begun).context().id());
        wire.setDirect(false);
    }

    private static final class Nobody implements Inbound {
        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            throw new AssertionError("nobody calls");
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            throw new AssertionError("nobody asks");
        }
    }

    // ---- the wire

    private static boolean isEnd(String action) {
        return action.equals("Commit") || action.equals("Rollback");
    }

    private final class Sight implements QueuedWire.Watch {
        @Override
        public void sent(String from, Outgoing out) {
            String action = Wsat.action(out);
            history.add(from + " sends " + action);
            if (from.equals("node") && isEnd(action)) {
                view.sent(action, Wsat.identity(Wsat.text(out.entity())), clock.nanos());
            }
        }

        @Override
        public void arrives(Outgoing out) {
            String action = Wsat.action(out);
            history.add(Wsat.receiver(out) + " gets " + action);
            if (out.to().place().equals(CLIENT)) {
                isRefusalDue = view.hears(action);
                isRefused = false;
            } else {
                view.begun(Wsat.identity(Wsat.text(out.entity())));
            }
        }

        @Override
        public void answered(Outgoing out, Answer answer) {
            if (out.to().place().equals(CLIENT)) {
                isRefused = answer.status() != 202 && !Wsat.action(out).equals("InvalidState");
            }
        }

        @Override
        public void heard(Outgoing out, Reply reply) {
            String identity = Wsat.identity(Wsat.text(out.entity()));
            if (!isEnd(Wsat.action(out))) {
                return;
            }
            history.add("heard of " + Wsat.action(out) + ": " + reply);
            if (reply instanceof Reply.Answered answered) {
                String word = answered.status() == 202 ? "" : Wsat.action(Wsat.text(answered.entity()));
                view.answered(identity, answered.status() == 404 || word.equals("InvalidState") ? "refused" : word);
            } else {
                view.lost(identity, ((Reply.Unanswered) reply).mayHaveArrived());
            }
        }
    }

    private Receiver coordinator() {
        return (posted, answer) -> {
            String message = Wsat.text(posted.entity());
            String asked = Wsat.identity(message);
            switch (Wsat.action(message)) {
                case "CreateCoordinationContext" ->
                    answer.accept(new Answer(200, Wsat.created(asked, "http://" + PEERS + "/register")));
                case "Register" -> {
                    initiator = Wsat.Reference.in(message).address();
                    parameter = Wsat.find(message, "<\\w+:Initiator(?: [^>]*)?>([^<]*)");
                    answer.accept(new Answer(200, Wsat.registered(asked, "http://" + PEERS + "/completion")));
                }
                default -> answer.accept(end(Wsat.action(message), asked));
            }
        };
    }

    /** The coordinator hears Commit or Rollback, and decides; or refuses, and does nothing. */
    private Answer end(String message, String asked) {
        int chosen = random.nextInt(10);
        if (chosen == 0 && decision.isEmpty()) {
            return random.nextBoolean()
                    ? new Answer(500, Wsat.refused(asked, "wscoor:InvalidState"))
                    : Answer.NOT_FOUND;
        }
        if (decision.isEmpty()) {
            decision = random.nextInt(6) == 0
                    ? "InconsistentInternalState"
                    : message.equals("Rollback") || random.nextInt(4) == 0 ? "Aborted" : "Committed";
        }
        if (chosen == 1) {
            return new Answer(500, Wsat.refused(asked, "wsat:UnknownTransaction"));
        }
        if (chosen == 2 && decision.startsWith("In")) {
            return new Answer(500, Wsat.refused(asked, "wsat:" + decision));
        }
        return Answer.ACCEPTED;
    }

    private void say(String word) {
        way.post(Wsat.outcome(initiator, parameter, "urn:m:" + ++identities, word), Progress.UNSEEN, unread -> {});
    }

    private void ask(boolean isCommit) {
        history.add("the application asks for " + (isCommit ? "commit" : "rollback"));
        InitiatorView.Asker asker = view.asks(isCommit, clock.nanos(), MILLIS);
        Request.End end = new Request.End(id, isCommit, List.of());
        transport.peer("soap://" + PEERS).ask(end, MILLIS, response -> {
            history.add("the application is told " + response);
            view.told(asker, response, clock.nanos());
        });
    }

    // ---- the schedule

    /** One step of the schedule. */
    @Override
    void step() {
        int chosen = random.nextInt(100);
        if (moves(wire.underWay(), chosen, 40, 50, 56)) {
            // a message has moved
        } else if (chosen < 72) {
            ask(random.nextInt(3) > 0);
        } else if (chosen < 84) {
            pass(PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)]);
        } else if (!decision.isEmpty()) {
            say(decision);
        } else if (chosen < 90) {
            say(one(OUTCOMES)); // nobody has asked for it
        }
        stepEnds();
    }

    private void pass(long millis) {
        history.add(millis + " ms pass");
        clock.advance(Duration.ofMillis(millis));
        transport.tick();
        view.timePasses(clock.nanos());
    }

    private void stepEnds() {
        view.stepEnds();
        assertThat(isRefused)
                .as("Committed that nobody has asked for is refused")
                .isEqualTo(isRefusalDue);
        isRefused = false;
        isRefusalDue = false;
    }

    /** From now on nothing is lost, and time passes. */
    @Override
    void settle() {
        history.add("---- nothing is lost from here on");
        for (int round = 0; round < 4; round++) {
            for (List<QueuedWire.Packet> all = wire.underWay(); !all.isEmpty(); all = wire.underWay()) {
                one(all).arrive();
                stepEnds();
            }
            pass(MILLIS);
            stepEnds();
        }
    }

    /** What must hold in the end. */
    @Override
    void verify() {
        assertThat(view.isWaiting()).as("an application waits").isFalse();
        assertThat(transport.isIdle()).isTrue();
        transport.close();
    }
}
