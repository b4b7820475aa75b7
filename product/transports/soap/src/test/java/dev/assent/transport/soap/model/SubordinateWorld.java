package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.xa.XaVerb;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.assembly.QueuedTransport;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.EndpointAddress.Role;
import dev.assent.transport.soap.reference.Keys;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A real node with the real transport as the participant of a coordinator that shares no code with it. A seed chooses what
 * the coordinator says, which message goes next, what is lost or doubled, and who dies. After each message the node must
 * have answered as {@link PartView} says.
 *
 * <p>Not thread-safe.
 */
final class SubordinateWorld extends SeededWorld {
    private static final String NODE = "127.0.0.1:7000";
    private static final String PEERS = "127.0.0.1:7100";
    private static final long EXPIRES_MILLIS = 60_000;
    private static final int SETTLE_ROUNDS = 60;
    private static final long[] PAUSES_MILLIS = {50, 600, 2_000, 6_000, 21_000, 61_000};

    private final AdjustableClock clock = new AdjustableClock();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final EventList events = new EventList();
    private final RecordingResource resource = new RecordingResource("bank", events);
    private final Keys keys = new Keys(SigningSecret.ofThisLife());
    private final QueuedWire wire = new QueuedWire(new Sight());
    private final QueuedWire.Way way = wire.way("peer");
    private final PartView durable;
    private final PartView looking;
    private final boolean hasSynchronization;
    private final boolean isRogue;
    private SimulatedStorage storage;
    private QueuedTransport transport;
    private ServiceNode node;

    /** How the participants are reached; null while they have not registered. */
    private Wsat.@Nullable Reference durableAt;

    private Wsat.@Nullable Reference lookingAt;

    private @Nullable Result reply;

    /** What the coordinator has decided; empty while it has not. */
    private String decision = "";

    private boolean isPrepareSent;

    /** Whether synchronizations have run after the vote. */
    private boolean isLate;

    private int identities;

    /** The part whose message arrives in the present step. */
    private @Nullable PartView addressed;

    /** The called interface. */
    public interface Account {
        /** Does work. */
        long deposit(long amount);
    }

    SubordinateWorld(long seed) throws Exception {
        super(seed);
        hasSynchronization = random.nextInt(3) == 0;
        isRogue = random.nextInt(4) == 0;
        int vote = random.nextInt(5);
        durable = new PartView("D", vote == 0 ? "ReadOnly" : vote == 1 ? "Aborted" : "Prepared");
        looking = new PartView("V", "ReadOnly");
        start();
        if (vote == 0) {
            resource.votes(XAResource.XA_RDONLY);
        } else if (vote == 1) {
            resource.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        }
        wire.listen(PEERS, superior());
        call();
    }

    // ---- the node

    private void start() {
        storage = disk.mount(random);
        FileDecisionLog log =
                FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(events).clock(clock).log(log);
        node = new ServiceNode("a", new Fixture(), builder, ServiceLimits.DEFAULT);
        node.node().register(resource);
        node.services().export("account", Account.class, this::deposit, CallTransaction.MANDATORY);
    }

    private long deposit(long amount) {
        node.work(resource);
        if (hasSynchronization) {
            synchronize();
        }
        return amount;
    }

    private void synchronize() {
        try {
            Objects.requireNonNull(node.manager().getTransaction()).registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    history.add("synchronized");
                    isLate |= durable.told.contains("Prepared");
                }

                @Override
                public void afterCompletion(int status) {}
            });
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
    }

    private void call() throws Exception {
        EndpointReference registration = new EndpointReference("http://" + PEERS + "/register");
        SuperiorRef superior = new SuperiorRef(null, new EndpointAddress(registration, Role.REGISTRATION, null).text());
        Context context =
                new Context(new ForeignTransactionId(4711, new byte[] {1, 2, 3}), superior, EXPIRES_MILLIS, null);
        Call call = new Call(
                "account", Account.class.getMethod("deposit", long.class), new Object[] {7L}, context, EXPIRES_MILLIS);
        node.inbound().call(new Caller(null, "peer"), call, result -> {
            history.add("the call ends: " + result);
            assertThat(reply).as("the reply comes once").isNull();
            reply = result;
            if (!(result instanceof Result.Returned)) {
                durable.givesUp();
                looking.givesUp();
            }
        });
    }

    private void restart() {
        history.add("the node restarts");
        storage.crash();
        transport.crash();
        resource.disconnect();
        durable.crash();
        looking.crash();
        start();
    }

    /** The wire of the node. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            TransportOwner owner =
                    new TransportOwner(life, types, clock, new RecordingNotices(), null, null, any -> true);
            transport = new QueuedTransport(NODE, wire, owner, keys, (address, request, millis) -> any -> {});
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

    // ---- the wire

    private final class Sight implements QueuedWire.Watch {
        @Override
        public void sent(String from, Outgoing out) {
            String action = Wsat.action(out);
            history.add(from + " sends " + action + " to " + Wsat.receiver(out));
            if (from.equals("node") && !action.equals("Register")) {
                view(out.to().pathAndQuery().endsWith("/V")).says(action);
            }
        }

        @Override
        public void arrives(Outgoing out) {
            String text = Wsat.text(out.entity());
            history.add(Wsat.receiver(out) + " gets " + Wsat.action(out));
            if (!out.to().place().equals(NODE)) {
                return;
            }
            PartView view = view(text.contains("/V</wsa:Address>"));
            addressed = view;
            if (Wsat.identity(text).contains("forged")) {
                view.hearsForged();
            } else if (view == looking
                    && (durable.state != PartView.State.ACTIVE || !(reply instanceof Result.Returned))) {
                view.hearsTooLate();
            } else {
                view.hears(Wsat.action(out), !(reply instanceof Result.Returned));
            }
        }

        @Override
        public void answered(Outgoing out, Answer answer) {
            if (out.to().place().equals(NODE) && answer.status() != 202 && addressed != null) {
                addressed.says(Wsat.action(Wsat.text(answer.entity())));
            }
        }
    }

    private PartView view(boolean isLooking) {
        return isLooking ? looking : durable;
    }

    private Receiver superior() {
        return (posted, answer) -> {
            String message = Wsat.text(posted.entity());
            if (!posted.path().equals("/register")) {
                answer.accept(Answer.ACCEPTED);
                hear(Wsat.action(message), posted.path().endsWith("/V"));
                return;
            }
            String asked = Wsat.identity(message);
            if (!decision.isEmpty() || random.nextInt(12) == 0) {
                answer.accept(new Answer(500, Wsat.refused(asked, "InvalidState")));
                return;
            }
            boolean isLooking = message.contains("/Volatile2PC");
            Wsat.Reference part = Wsat.Reference.in(message);
            if (isLooking) {
                lookingAt = part;
            } else {
                durableAt = part;
            }
            view(isLooking).registered();
            answer.accept(new Answer(200, Wsat.registered(asked, place(isLooking))));
        };
    }

    private static String place(boolean isLooking) {
        return "http://" + PEERS + (isLooking ? "/V" : "/D");
    }

    /** The coordinator hears a participant. */
    private void hear(String message, boolean isLooking) {
        if (isLooking) {
            if (message.equals("Aborted") && decision.isEmpty()) {
                decision = "Rollback";
            }
            return;
        }
        switch (message) {
            case "Prepared" -> {
                if (decision.isEmpty() && isPrepareSent) {
                    decision = random.nextInt(4) == 0 ? "Rollback" : "Commit";
                }
            }
            case "Aborted" -> {
                if (decision.isEmpty()) {
                    decision = "Rollback";
                }
            }
            default -> {
                // it is over
            }
        }
    }

    private void say(boolean isLooking, String message, String identity) {
        Wsat.Reference to = isLooking ? lookingAt : durableAt;
        if (to != null) {
            isPrepareSent |= !isLooking && message.equals("Prepare");
            way.post(
                    Wsat.notification(to, identity + ++identities, message, place(isLooking)),
                    Progress.UNSEEN,
                    unread -> {});
        }
    }

    private void forge(boolean isLooking) {
        Wsat.Reference to = isLooking ? lookingAt : durableAt;
        if (to != null) {
            String parameter = to.parameter();
            char last = parameter.charAt(parameter.length() - 1);
            Wsat.Reference wrong = new Wsat.Reference(
                    to.address(), parameter.substring(0, parameter.length() - 1) + (last == '0' ? '1' : '0'));
            String message = List.of("Prepare", "Commit", "Rollback").get(random.nextInt(3));
            way.post(
                    Wsat.notification(wrong, "urn:forged:" + ++identities, message, place(isLooking)),
                    Progress.UNSEEN,
                    unread -> {});
        }
    }

    // ---- the schedule

    /** One step of the schedule. */
    @Override
    void step() {
        boolean isLooking = hasSynchronization && random.nextInt(3) == 0;
        int chosen = random.nextInt(100);
        if (moves(wire.underWay(), chosen, 45, 53, 60)) {
            // a message has moved
        } else if (chosen < 80) {
            act(isLooking);
        } else if (chosen < 88) {
            pass(PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)]);
        } else if (chosen < 91) {
            restart();
        } else if (chosen < 94) {
            forge(isLooking);
        } else if (isRogue && reply != null) {
            say(isLooking, one(List.of("Prepare", "Commit", "Rollback")), "urn:rogue:");
        }
        stepEnds();
    }

    /** The coordinator does as the standard says. */
    private void act(boolean isLooking) {
        if (!decision.isEmpty()) {
            say(isLooking, decision, "urn:m:");
        } else if (random.nextInt(10) == 0) {
            decision = "Rollback";
        } else {
            say(isLooking, "Prepare", "urn:m:");
        }
    }

    private void pass(long millis) {
        history.add(millis + " ms pass");
        clock.advance(Duration.ofMillis(millis));
        durable.timePasses();
        looking.timePasses();
        node.tick();
        node.node().coordinator().tick();
        node.node().recovery().run(true);
    }

    private void stepEnds() {
        if (!(reply instanceof Result.Returned)) { // work that is not done may be given up
            durable.mayLeave();
            looking.mayLeave();
        }
        durable.stepEnds(history);
        looking.stepEnds(history);
        addressed = null;
    }

    /** From now on nothing is lost, and the coordinator repeats its decision until all is quiet. */
    @Override
    void settle() {
        history.add("---- nothing is lost from here on");
        for (int round = 0; round < SETTLE_ROUNDS && (round < 2 || !isQuiet()); round++) {
            for (List<QueuedWire.Packet> all = wire.underWay(); !all.isEmpty(); all = wire.underWay()) {
                one(all).arrive();
                stepEnds();
            }
            if (decision.isEmpty()) {
                decision = "Rollback";
            }
            say(false, decision, "urn:m:");
            if (hasSynchronization) {
                say(true, decision, "urn:m:");
            }
            pass(6_000);
            stepEnds();
        }
    }

    private boolean isQuiet() {
        return wire.underWay().isEmpty() && node.node().coordinator().isIdle() && transport.isIdle();
    }

    /** What must hold in the end. */
    @Override
    void verify() {
        assertThat(isLate).as("synchronizations after the vote").isFalse();
        assertThat(wire.unanswered()).as("requests without an answer").isZero();
        assertThat(node.node().coordinator().active()).isEmpty();
        assertThat(node.node().coordinator().parked()).isEmpty();
        assertThat(transport.participants()).as("parts in the table").isZero();
        assertThat(resource.known()).as("branches that are left").isZero();
        boolean isCommitted = resource.committed() > 0;
        assertThat(isCommitted)
                .as("its data, of a vote %s and the decision %s", durable.told, decision)
                .isEqualTo(durable.isCommitted);
        node.close();
    }
}
