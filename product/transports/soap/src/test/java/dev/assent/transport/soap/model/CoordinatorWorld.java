package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.assembly.QueuedTransport;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.http.Reply;
import dev.assent.transport.soap.reference.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A real node with the real transport as the coordinator of participants that share no code with it. A seed chooses which
 * message goes next, what is lost or doubled, who dies, and what each says. After each step the node must have done what
 * {@link View} says.
 *
 * <p>Not thread-safe.
 */
final class CoordinatorWorld extends SeededWorld {
    private static final String NODE = "127.0.0.1:7000";
    private static final String PEERS = "127.0.0.1:7100";
    private static final long EXPIRES_MILLIS = 60_000;
    private static final int SETTLE_ROUNDS = 400;
    private static final long[] PAUSES_MILLIS = {50, 400, 600, 2_000, 6_000, 21_000};
    private static final List<String> LIES =
            List.of("Prepared", "ReadOnly", "Aborted", "Committed", "InconsistentInternalState", "UnknownTransaction");

    final Map<String, Party> parties = new LinkedHashMap<>();
    private final Map<String, View> views = new LinkedHashMap<>();
    private final AdjustableClock clock = new AdjustableClock();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final Keys keys = new Keys(SigningSecret.ofThisLife());
    private final QueuedWire wire = new QueuedWire(new Sight());
    private final QueuedWire.Way way = wire.way("peer");
    private final boolean hasRogues;
    private SimulatedStorage storage;
    private QueuedTransport transport;
    private ServiceNode node;

    /** Where the participants register; the initiator's endpoint. */
    private Wsat.Reference registration;

    private Wsat.@Nullable Reference completion;

    private String asksFor = "";
    private final Set<String> outcomes = new HashSet<>();

    /** Whether the node has told anybody to commit. */
    private boolean isCommitted;

    private final Set<String> registered = new HashSet<>();
    private final Set<String> hazards = new HashSet<>();

    private boolean isInconsistentTold;

    /** What the node must say, and has said, to the sender of the message that arrives in the present step. */
    private String expected = "";

    private String expectedOf = "";
    private final List<String> said = new ArrayList<>();
    private int identities;

    CoordinatorWorld(long seed) {
        super(seed);
        hasRogues = random.nextInt(3) == 0;
        start();
        wire.listen(PEERS, peers());
        wire.setDirect(true);
        way.post(
                Wsat.create(transport.activation(), identity(), EXPIRES_MILLIS),
                Progress.UNSEEN,
                reply -> registration = Wsat.Reference.in(text(reply)));
        way.post(
                Wsat.register(registration, identity(), "Completion", place("init")),
                Progress.UNSEEN,
                reply -> completion = Wsat.Reference.in(text(reply)));
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            boolean isVolatile = random.nextInt(4) == 0;
            Party party = new Party((isVolatile ? "V" : "D") + i, isVolatile, hasRogues && random.nextBoolean());
            parties.put(party.name, party);
            views.put(party.name, new View(party.name, isVolatile));
            if (random.nextInt(4) > 0) {
                register(party);
            }
        }
        wire.setDirect(false);
        stepEnds();
    }

    // ---- the node

    private void start() {
        storage = disk.mount(random);
        FileDecisionLog log =
                FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(new EventList()).clock(clock).log(log);
        node = new ServiceNode("a", new Fixture(), builder, ServiceLimits.DEFAULT);
    }

    private void restart() {
        history.add("the node restarts");
        if (!isInconsistentTold) {
            hazards.retainAll(kept()); // law 12: what nobody has heard need not be on record yet
        }
        storage.crash();
        transport.crash();
        views.values().forEach(View::crash);
        start();
    }

    /** The wire of the node. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            TransportOwner owner =
                    new TransportOwner(life, types, clock, new RecordingNotices(), null, null, any -> true);
            transport = new QueuedTransport(NODE, wire, owner, keys, CoordinatorWorld.this::asks);
            return transport;
        }

        @Override
        public String address(String name) {
            return transport.address();
        }

        @Override
        public void tick() {
            transport.tick();
        }
    }

    private static String name(String address) {
        return Wsat.find(address, PEERS + "/(\\w+)");
    }

    /** The node asks a participant, or tells it the outcome. */
    private Consumer<Response> asks(String address, Request request, long millis) {
        View view = views.get(name(address));
        if (view == null) {
            return any -> {};
        }
        history.add("asks " + view.name + ": " + request.getClass().getSimpleName()
                + (request instanceof Request.Ask ask ? " " + ask.verb() : ""));
        if (request instanceof Request.Completed completed) {
            isCommitted |= completed.outcome() == Outcome.COMMITTED;
            view.completed(
                    switch (completed.outcome()) {
                        case COMMITTED, HEURISTIC_COMMIT -> true;
                        case ROLLED_BACK, HEURISTIC_ROLLBACK -> false;
                        default -> null;
                    });
            return any -> {};
        }
        RemoteVerb verb = ((Request.Ask) request).verb();
        if (verb == RemoteVerb.COMMIT) {
            isCommitted = true;
        } else if (verb == RemoteVerb.ROLLBACK) {
            assertThat(isCommitted && view.isOwed)
                    .as("%s is to roll back, and others commit", view.name)
                    .isFalse();
        }
        View.Verb asked = view.asked(verb, clock.nanos(), millis);
        return response -> {
            history.add("told of " + view.name + ": " + response);
            view.told(asked, response, clock.nanos());
            if (response instanceof Response.Answered answered
                    && (answered.answer() == Answer.HEURISTIC_HAZARD || answered.answer() == Answer.DOUBTFUL)
                    && (verb == RemoteVerb.COMMIT || verb == RemoteVerb.ROLLBACK)) {
                hazards.add(view.name);
            }
        };
    }

    // ---- the wire

    private final class Sight implements QueuedWire.Watch {
        @Override
        public void sent(String from, Outgoing out) {
            String action = Wsat.action(out);
            history.add(from + " sends " + action + " to " + Wsat.receiver(out));
            isInconsistentTold |= from.equals("node") && action.equals("InconsistentInternalState");
            View view = from.equals("node") ? views.get(name(out.to().url())) : null;
            if (view == null) {
                return;
            }
            if (view.name.equals(expectedOf)) {
                said.add(action);
            }
            view.sent(action);
        }

        @Override
        public void arrives(Outgoing out) {
            history.add(Wsat.receiver(out) + " gets " + Wsat.action(out));
            String text = Wsat.text(out.entity());
            View view = views.get(name(Wsat.find(text, "<wsa:From[^>]*><wsa:Address[^>]*>([^<]*)")));
            if (view == null || !out.to().place().equals(NODE)) {
                return;
            }
            said.clear();
            expectedOf = view.name;
            expected = arrives(view, Wsat.action(out), text.contains("urn:forged"));
        }

        private String arrives(View view, String action, boolean isForged) {
            if (isForged) {
                if (!view.isOwed || !isCommitted) {
                    view.asksByAnother();
                }
                return "any";
            }
            switch (action) {
                case "InconsistentInternalState" -> {
                    view.hearsInconsistent();
                    return "";
                }
                case "UnknownTransaction" -> {
                    view.hearsUnknown();
                    return "";
                }
                default -> {
                    return view.hears(action);
                }
            }
        }

        @Override
        public void answered(Outgoing out, Receiver.Answer answer) {
            if (Wsat.action(out).equals("Register") && answer.status() == 200) {
                View view = views.get(name(Wsat.text(out.entity())));
                if (view != null) {
                    history.add(view.name + " is registered");
                    view.registered();
                    registered.add(view.name);
                }
            }
        }
    }

    private Receiver peers() {
        return (posted, answer) -> {
            answer.accept(Receiver.Answer.ACCEPTED);
            String message = Wsat.text(posted.entity());
            String who = posted.path().substring(1);
            Party party = parties.get(who);
            if (party == null) {
                hearOutcome(Wsat.action(message));
            } else {
                String reply = party.hear(Wsat.action(message));
                if (party.coordinator == null) { // it answers where the message is from
                    party.coordinator = Wsat.Reference.in(message.replaceAll("wsa:From", "wscoor:RegistrationService"));
                }
                assertThat(reply).as("%s gets Commit, and is not prepared", who).isNotEqualTo("InvalidState");
                say(party, reply);
            }
        };
    }

    private void hearOutcome(String outcome) {
        if (outcome.equals("Committed") || outcome.equals("Aborted")) {
            outcomes.add(outcome);
            assertThat(outcomes).as("what the initiator hears").hasSize(1);
            asksFor = "";
            if (outcome.equals("Aborted")) {
                assertThat(isCommitted).as("Aborted, and somebody is to commit").isFalse();
            }
        } else if (outcome.equals("InconsistentInternalState")) {
            assertThat(hazards).as("somebody's data are in doubt").isNotEmpty();
        }
    }

    private String identity() {
        return "urn:m:" + ++identities;
    }

    private static String place(String name) {
        return "http://" + PEERS + "/" + name;
    }

    private static String text(Reply reply) {
        return reply instanceof Reply.Answered answered ? Wsat.text(answered.entity()) : "";
    }

    // ---- what the others do

    private void register(Party party) {
        String protocol = party.isVolatile ? "Volatile2PC" : "Durable2PC";
        way.post(
                Wsat.register(registration, "urn:r:" + party.name, protocol, place(party.name)),
                Progress.UNSEEN,
                reply -> {
                    String text = text(reply);
                    if (Wsat.action(text).equals("RegisterResponse")) {
                        party.coordinator = Wsat.Reference.in(text);
                        party.state = party.state == Party.State.NEW ? Party.State.ACTIVE : party.state;
                    }
                });
    }

    private void say(Party party, String message) {
        Wsat.Reference to = party.coordinator;
        if (to != null && !message.isEmpty()) {
            post(Wsat.notification(to, identity(), message, place(party.name)));
        }
    }

    private void post(Outgoing out) {
        way.post(out, Progress.UNSEEN, unread -> {});
    }

    private void lie(Party party) {
        Wsat.Reference to = party.coordinator;
        if (to == null) {
            return;
        }
        String lie = LIES.get(random.nextInt(LIES.size()));
        boolean isFault = lie.startsWith("In") || lie.startsWith("Un");
        post(
                isFault
                        ? Wsat.fault(to, identity(), lie, place(party.name))
                        : Wsat.notification(to, identity(), lie, place(party.name)));
    }

    /** Somebody who does not know the key speaks for a participant. */
    private void forge(Party party) {
        Wsat.Reference to = party.coordinator;
        if (to != null) {
            String parameter = to.parameter();
            char last = parameter.charAt(parameter.length() - 1);
            Wsat.Reference wrong = new Wsat.Reference(
                    to.address(), parameter.substring(0, parameter.length() - 1) + (last == '0' ? '1' : '0'));
            post(Wsat.notification(wrong, "urn:forged", LIES.get(random.nextInt(4)), place(party.name)));
        }
    }

    private void act(Party party) {
        switch (party.state) {
            case NEW -> register(party);
            case ACTIVE -> {
                if (random.nextInt(8) == 0) {
                    say(party, party.leave(random));
                }
            }
            case PREPARING -> say(party, party.vote(random));
            case PREPARED -> say(party, "Prepared");
            case OVER -> {
                // it is silent
            }
        }
    }

    private void ask(String end) {
        Wsat.Reference to = completion;
        if (to != null) {
            asksFor = end;
            post(Wsat.notification(to, identity(), end, place("init")));
        }
    }

    // ---- the schedule

    /** One step of the schedule. */
    @Override
    void step() {
        Party party = one(List.copyOf(parties.values()));
        int chosen = random.nextInt(100);
        if (moves(wire.underWay(), chosen, 50, 56, 62)) {
            // a message has moved
        } else if (chosen < 78) {
            act(party);
        } else if (chosen < 86) {
            pass(PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)]);
        } else if (chosen < 88) {
            history.add(party.name + " restarts");
            party.crash();
        } else if (chosen < 90) {
            restart();
        } else if (chosen < 94) {
            ask(random.nextInt(6) == 0 ? "Rollback" : "Commit");
        } else if (chosen < 95) {
            forge(party);
        } else if (party.isRogue) {
            lie(party);
        }
        stepEnds();
    }

    private void pass(long millis) {
        history.add(millis + " ms pass");
        clock.advance(Duration.ofMillis(millis));
        node.tick();
        node.node().coordinator().tick();
        if (random.nextInt(4) == 0) {
            node.node().recovery().run(true);
        }
    }

    /** What the node must have done about the message that has arrived. */
    private void stepEnds() {
        views.values().forEach(View::stepEnds);
        View view = views.get(expectedOf);
        if (view == null) {
            return;
        }
        switch (expected) {
            case "", "any" -> assertThat(said).doesNotContain("InvalidState");
            case "asks" -> assertDecisionIsTold(view);
            default -> assertThat(said).as("said to %s", view.name).contains(expected);
        }
        expectedOf = "";
    }

    private void assertDecisionIsTold(View view) {
        boolean isKnown = !node.node().coordinator().active().isEmpty()
                || !node.node().coordinator().parked().isEmpty();
        Party party = parties.get(view.name);
        if (isCommitted && view.isOwed && party.state == Party.State.PREPARED && !party.isRogue) {
            assertThat(said).as("said to %s, which asks", view.name).contains("Commit");
        } else if (!isCommitted && !isKnown) {
            assertThat(said).as("said to %s, which asks", view.name).contains("Rollback");
        } else {
            assertThat(said).as("said to %s, which asks", view.name).doesNotContain("InvalidState");
        }
    }

    // ---- the end

    /** From now on nothing is lost, and everybody does as it must, until all is quiet. */
    @Override
    void settle() {
        history.add("---- nothing is lost from here on");
        for (int round = 0; round < SETTLE_ROUNDS && !isQuiet(); round++) {
            for (List<QueuedWire.Packet> all = wire.underWay(); !all.isEmpty(); all = wire.underWay()) {
                one(all).arrive();
                stepEnds();
            }
            for (Party each : parties.values()) {
                if (each.state == Party.State.PREPARING || each.state == Party.State.PREPARED) {
                    act(each);
                    stepEnds();
                }
            }
            pass(5_000);
            stepEnds();
            node.node().recovery().run(true);
            stepEnds();
        }
    }

    private boolean isQuiet() {
        return wire.underWay().isEmpty()
                && parties.values().stream()
                        .noneMatch(each -> each.state == Party.State.PREPARING || each.state == Party.State.PREPARED)
                && node.node().coordinator().active().isEmpty()
                && node.node().coordinator().parked().stream().allMatch(each -> each.step() == Step.HEURISTIC)
                && transport.isIdle();
    }

    /** The participants with heuristic outcomes that the node keeps for its operators. */
    private List<String> kept() {
        List<String> kept = new ArrayList<>();
        for (GlobalTransaction each : node.node().coordinator().parked()) {
            if (each.step() == Step.HEURISTIC) {
                each.participants()
                        .heuristics()
                        .forEach(report -> kept.add(name(report.participant().toString())));
            }
        }
        return kept;
    }

    /** What must hold in the end. */
    @Override
    void verify() {
        assertThat(isQuiet()).as("all is quiet").isTrue();
        assertThat(wire.unanswered()).as("requests without an answer").isZero();
        views.values()
                .forEach(each -> assertThat(each.isWaiting())
                        .as("%s: a verb waits", each.name)
                        .isFalse());
        for (Party each : parties.values()) {
            boolean isOwn = each.isRogue || !registered.contains(each.name);
            if (isCommitted && !isOwn) {
                assertThat(each.did).as("%s, of a commit", each.name).isNotEqualTo("rolled back");
            } else if (!isCommitted) {
                assertThat(each.did).as("%s, of a rollback", each.name).isNotEqualTo("committed");
            }
        }
        List<String> kept = new ArrayList<>();
        for (GlobalTransaction each : node.node().coordinator().parked()) {
            each.participants()
                    .heuristics()
                    .forEach(report -> kept.add(name(report.participant().toString())));
        }
        assertThat(kept).as("heuristic outcomes that are kept").containsAll(hazards);
        if (!hasRogues && parties.values().stream().noneMatch(each -> each.isDoubted)) {
            assertThat(hazards).isEmpty();
            assertThat(node.node().coordinator().isIdle()).isTrue();
        }
        if (kept.isEmpty()) {
            assertThat(transport.participants()).as("participants in the table").isZero();
        }
        node.close();
    }
}
