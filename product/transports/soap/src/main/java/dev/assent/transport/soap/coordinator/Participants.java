package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Recent;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.messaging.Outbox.Untaken;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.CoordinatorTable;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The participants elsewhere, for both protocols of two-phase commit (WS-AtomicTransaction 1.2, section 3.3): sends
 * them the node's requests, and takes their messages. The keys of their references identify them. A participant that is
 * only in the log gets its enlistment when the node asks it.
 *
 * <p>Thread safety: safe to share.
 */
public final class Participants implements Service {
    /** How many may be registered; participants from the log come on top. */
    private static final int REGISTERED_MAX = 100_000;

    /** How many are remembered that the node has asked; a repeated registration comes soon. */
    private static final int ASKED_MAX = 10_000;

    private final Desk desk;
    private final int registeredMax;
    private final PlaceTimes times;
    private final Map<String, Enlistment> byKey = new ConcurrentHashMap<>();

    /** Those of Durable2PC that the node has asked last; they can't register any more, also when they are over. */
    private final Recent<String, Boolean> asked = new Recent<>(ASKED_MAX);

    private volatile boolean isClosed;

    Participants(Desk desk) {
        this(desk, REGISTERED_MAX);
    }

    /** With a limit of registered participants. */
    Participants(Desk desk, int registeredMax) {
        this.desk = desk;
        this.registeredMax = registeredMax;
        this.times = new PlaceTimes(desk.clock());
    }

    // ---- registrations

    /** Registers a participant, perhaps again; returns the refusal, or null if there is none. */
    @Nullable Said registered(Registered participant) {
        if (byKey.size() >= registeredMax
                && !byKey.containsKey(participant.reference().key())) {
            return Refusals.of(
                    ProtocolFault.CANNOT_REGISTER_PARTICIPANT, MESSAGES.noRoom("participant", registeredMax));
        }
        if (isOver(participant.reference())) { // nobody would ask it again, and it would stay in the table
            return Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.verbRefused("a registration", TwoPhaseState.NONE));
        }
        Enlistment known = enlistment(participant, TwoPhaseState.ACTIVE);
        boolean isOurs = participant.reference().incarnation() != null; // else the key is made from its address
        if (isOurs && !known.isAt(participant.address())) { // other holders of the context could name this node, too
            return Refusals.of(ProtocolFault.INVALID_PARAMETERS, MESSAGES.placeRefused(participant.place()));
        }
        return known.register()
                ? null
                : Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.verbRefused("a registration", known.state()));
    }

    private boolean isOver(OwnReference reference) {
        return asked.get(reference.key()) != null && !byKey.containsKey(reference.key());
    }

    /** Whether this message is a repetition of a registration, and so says nothing new. */
    boolean isRegisteredBy(Registered participant, @Nullable String message) {
        Enlistment known = byKey.get(participant.reference().key());
        return known != null
                && known.isAt(participant.address())
                && known.registeredBy().contains(message);
    }

    /** Remembers the message of a registration. */
    void registeredBy(Registered participant, @Nullable String message) {
        Enlistment known = byKey.get(participant.reference().key());
        if (known != null) {
            known.registeredBy().add(message);
        }
    }

    /** The number of known participants. */
    int size() {
        return byKey.size();
    }

    /** Removes a participant that registered too late. The node tells a durable one to roll back. */
    void refused(OwnReference reference) {
        Enlistment refused = byKey.get(reference.key());
        if (refused != null && refused.state() == TwoPhaseState.ACTIVE) {
            byKey.remove(reference.key(), refused);
        }
    }

    /** The known enlistment, or a new one in this state. */
    private Enlistment enlistment(Registered participant, TwoPhaseState unknown) {
        return byKey.computeIfAbsent(
                participant.reference().key(),
                key -> new Enlistment(
                        participant.protocol(),
                        unknown,
                        new EnlistmentWire(participant),
                        times.of(participant.place())));
    }

    /** An enlistment's view of the transport and the node. */
    private final class EnlistmentWire implements ParticipantWire {
        private final Registered participant;

        EnlistmentWire(Registered participant) {
            this.participant = participant;
        }

        @Override
        public void send(Enlistment sender, Notification message, int sending) {
            tell(
                    participant,
                    message,
                    fault -> sender.untaken(sending, fault, desk.clock().nanos()));
        }

        @Override
        public boolean isAt(String address) {
            return participant.address().equals(address);
        }

        /**
         * A node of Assent votes nothing unasked but Aborted in Durable2PC. Its participant in Volatile2PC has the same
         * reference in each round, so such a message answers an earlier round. ReadOnly in Durable2PC comes from
         * somebody else. Committed comes from somebody else too, but is never ignored.
         */
        @Override
        public void vote(Answer vote) {
            boolean isOurs = participant.reference().incarnation() != null;
            boolean isVote = participant.protocol() == Protocol.DURABLE_2PC && vote != Answer.READ_ONLY;
            if (isOurs && !isVote) {
                return;
            }
            Participants.this.vote(participant, vote);
        }

        @Override
        public void inquire() {
            Participants.this.inquire(participant);
        }

        @Override
        public void forget(Enlistment over) {
            byKey.remove(participant.reference().key(), over);
        }
    }

    private void tell(Registered participant, Notification message, Untaken untaken) {
        RemoteVerb verb = switch (message) {
            case COMMIT -> RemoteVerb.COMMIT;
            case ROLLBACK -> RemoteVerb.ROLLBACK;
            default ->
                participant.protocol() == Protocol.VOLATILE_2PC ? RemoteVerb.BEFORE_COMPLETION : RemoteVerb.PREPARE;
        };
        Request.Ask meant = new Request.Ask(verb, participant.branch());
        desk.send(new Desk.Sending(participant.place(), participant.reference(), message, meant), null, untaken);
    }

    private void vote(Registered participant, Answer vote) {
        Request unasked = new Request.Vote(participant.reference().name(), participant.branch(), vote);
        askNode(participant, unasked, told -> {});
    }

    /** Passes the participant's own request to the node; the key of its reference has proved who it is. */
    private void askNode(Registered participant, Request request, Consumer<Response> reply) {
        desk.ask(participant.place().address(), participant.reference().node(), request, reply);
    }

    // ---- requests of the node

    /**
     * Asks the participant at an address.
     *
     * @param millis how long to wait for the answer
     * @param reply gets the answer once
     */
    void ask(EndpointReference place, OwnReference reference, Request request, long millis, Consumer<Response> reply) {
        Registered participant = Registered.of(reference, place);
        if (request instanceof Request.Ask ask) {
            TwoPhaseState unknown = ask.verb() == RemoteVerb.COMMIT ? TwoPhaseState.PREPARED : TwoPhaseState.ACTIVE;
            if (reference.kind() == Kind.DURABLE) {
                this.asked.put(reference.key(), true);
            }
            Enlistment asked = enlistment(participant, unknown);
            while (!asked.ask(ask.verb(), desk.clock().nanos(), millis, reply)) { // it has just ended
                byKey.remove(reference.key(), asked);
                asked = enlistment(participant, unknown);
            }
            if (isClosed) { // nothing is sent any more, and no answer comes
                asked.close();
            }
        } else if (request instanceof Request.Completed completed) {
            Enlistment known = byKey.get(reference.key());
            if (known != null) {
                known.complete(word(completed.outcome()));
            }
            reply.accept(new Response.Answered(Answer.DONE));
        } else {
            reply.accept(new Response.Unanswered(false, new IllegalStateException(MESSAGES.requestRefused(request))));
        }
    }

    /** The outcome for an onlooker; null if the protocol has no true message for it. */
    private static @Nullable RemoteVerb word(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED, HEURISTIC_COMMIT -> RemoteVerb.COMMIT;
            case ROLLED_BACK, HEURISTIC_ROLLBACK -> RemoteVerb.ROLLBACK;
            case HEURISTIC_MIXED, HEURISTIC_HAZARD, UNKNOWN, PENDING, PREPARED -> null;
        };
    }

    // ---- messages of the participants

    @Override
    public void take(Received received, Consumer<Said> answer) {
        OwnReference reference = OwnReference.in(received.addressing().parameters())
                .filter(each -> each.kind() == Kind.VOLATILE || each.kind() == Kind.DURABLE)
                .orElse(null);
        Enlistment known = reference == null ? null : byKey.get(reference.key());
        SoapFault fault = received.content().fault();
        if (fault != null) {
            if (known != null) {
                known.hearFault(fault, Enlistment.BY_ITSELF, desk.clock().nanos());
            }
            answer.accept(Said.NOTHING);
            return;
        }
        Event message = event(received);
        if (message == null) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        desk.observation().came(received.from(), new Response.Answered(meant(message, known)), received.bytes());
        if (known != null) {
            boolean isWrong = known.hear(message);
            answer.accept(
                    isWrong ? Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.stateRefused(message)) : Said.NOTHING);
        } else {
            hearUnknown(reference, message, received.addressing(), answer);
        }
    }

    private static Answer meant(Event message, @Nullable Enlistment known) {
        return switch (message) {
            case PREPARED -> Answer.PREPARED;
            case READ_ONLY -> Answer.READ_ONLY;
            case ABORTED -> known != null && known.state() == TwoPhaseState.ABORTING ? Answer.DONE : Answer.ROLLED_BACK;
            default -> Answer.DONE;
        };
    }

    private static @Nullable Event event(Received received) {
        if (received.content().message() instanceof Notification notification) {
            return switch (notification) {
                case PREPARED -> Event.PREPARED;
                case READ_ONLY -> Event.READ_ONLY;
                case ABORTED -> Event.ABORTED;
                case COMMITTED -> Event.COMMITTED;
                case PREPARE, COMMIT, ROLLBACK -> null;
            };
        }
        return null;
    }

    /**
     * Asks the node, which has read its log, for the decision about an unknown participant (law 17). Committed tells
     * the node what the participant has done: it may answer a Rollback that nobody waits for any more.
     */
    private void hearUnknown(
            @Nullable OwnReference reference, Event message, Addressing addressing, Consumer<Said> answer) {
        boolean isVolatile = reference == null || reference.kind() == Kind.VOLATILE;
        CoordinatorTable table = isVolatile ? CoordinatorTable.VOLATILE : CoordinatorTable.DURABLE;
        Action action = table.at(message, TwoPhaseState.NONE).action();
        if (action == Action.FAULT_UNKNOWN_TRANSACTION) {
            answer.accept(Refusals.of(ProtocolFault.UNKNOWN_TRANSACTION, MESSAGES.transactionUnknown()));
            return;
        }
        answer.accept(Said.NOTHING);
        EndpointReference from = addressing.from() == null ? addressing.notifiedFaults() : addressing.from();
        boolean isLate = message == Event.COMMITTED && !isVolatile;
        boolean isHeard = isLate || action == Action.SEND_ROLLBACK;
        if (!isHeard || reference == null || from == null || !mayAnswer(reference)) {
            return;
        }
        try {
            Registered participant = Registered.of(reference, from);
            if (!isLate) {
                inquire(participant);
            } else if (participant.isGenuine(desk.keys())) {
                vote(participant, Answer.HEURISTIC_HAZARD);
            }
        } catch (IllegalArgumentException nowhere) {
            // without a valid address there is no answer
        }
    }

    /** A node's reference must have its key; a stranger's is compared with the log. */
    private boolean mayAnswer(OwnReference reference) {
        return reference.incarnation() == null || desk.keys().isGenuine(reference, "");
    }

    /** Sends a participant the decision that it asks for, once there is one. */
    private void inquire(Registered participant) {
        Request inquiry = new Request.Inquire(participant.reference().name(), participant.branch());
        askNode(participant, inquiry, response -> {
            if (response instanceof Response.Decided decided && decided.decision() != Response.Decision.UNDECIDED) {
                boolean isCommit = decided.decision() == Response.Decision.COMMIT;
                Enlistment known = isCommit
                        ? enlistment(participant, TwoPhaseState.PREPARED)
                        : byKey.get(participant.reference().key());
                if (known != null) {
                    known.decide(isCommit);
                } else {
                    tell(participant, Notification.ROLLBACK, Untaken.IGNORED);
                }
            }
        });
    }

    // ---- time

    void tick() {
        long now = desk.clock().nanos();
        byKey.values().forEach(each -> each.tick(now));
    }

    boolean isIdle() {
        return byKey.values().stream().noneMatch(Enlistment::isWaiting);
    }

    /** Ends all waiting verbs without an answer; later ones end at once. */
    void close() {
        isClosed = true;
        byKey.values().forEach(Enlistment::close);
    }
}
