package dev.assent.transport.soap.participant;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.ParticipantTable.Action;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of coordinators for the subordinates of this node (WS-AtomicTransaction 1.2, section 3.3). The
 * node decides the answer. It is also asked about an unknown subordinate, since it has read its log (law 17), unless
 * the subordinate's last message is known here.
 *
 * <p>Thread safety: safe to share.
 */
public final class ParticipantService implements Service {
    private final Desk desk;
    private final PartTable parts;

    ParticipantService(Desk desk, PartTable parts) {
        this.desk = desk;
        this.parts = parts;
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        if (received.content().fault() != null) {
            answer.accept(Said.NOTHING); // a coordinator's fault that it does not know the participant decides nothing
            return;
        }
        Notification message = asked(received);
        if (message == null) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        OwnReference reference = OwnReference.in(received.addressing().parameters())
                .filter(each -> each.kind().isOwnParticipants() && desk.keys().isGenuine(each, ""))
                .orElse(null);
        if (reference == null) {
            answer.accept(Refusals.of(ProtocolFault.UNKNOWN_TRANSACTION, MESSAGES.transactionUnknown()));
            return;
        }
        desk.observation()
                .came(received.from(), new Request.Ask(verb(reference, message), branch(reference)), received.bytes());
        Part part = part(reference, message);
        Teller teller = new Teller(part, received.addressing());
        Part.Heard heard = part.hear(event(message));
        Action action = heard.action();
        answer.accept(said(action, message));
        if (action == Action.GATHER_VOTE && heard.before() == TwoPhaseState.NONE && saysAgain(teller)) {
            return;
        }
        Asked asked = new Asked(message, heard.before(), action);
        if (reference.kind() == Kind.OWN_VOLATILE) {
            actVolatile(teller, asked);
        } else {
            actDurable(teller, asked);
        }
    }

    /** The part that a message is for. After a restart only the node knows it. */
    private Part part(OwnReference reference, Notification message) {
        if (reference.kind() == Kind.OWN_DURABLE && message != Notification.PREPARE) {
            return parts.decided(reference);
        }
        Part known = parts.find(reference);
        return known == null ? new Part(reference, TwoPhaseState.NONE, null) : known;
    }

    private static Said said(Action action, Notification message) {
        return switch (action) {
            case FAULT_INVALID_STATE -> Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.stateRefused(message));
            case FAULT_AND_ROLLBACK ->
                Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.stateRefusedByRollback(message));
            default -> Said.NOTHING;
        };
    }

    /**
     * Answers a Prepare for a subordinate that is over, if its coordinator has sent Prepare twice. A read-only one
     * repeats ReadOnly: the node would answer Aborted, which could overtake the vote. A committed one answers nothing,
     * for the same reason.
     *
     * @return false if its last message is not known
     */
    private boolean saysAgain(Teller teller) {
        Notification last = parts.lastWord(teller.part);
        if (last == null) {
            return false;
        }
        teller.part.fallBack(TwoPhaseState.PREPARING, TwoPhaseState.NONE);
        parts.settle(teller.part);
        if (last == Notification.READ_ONLY) {
            teller.tell(last, Answer.READ_ONLY);
        }
        return true;
    }

    private static Event event(Notification message) {
        return switch (message) {
            case PREPARE -> Event.PREPARE;
            case COMMIT -> Event.COMMIT;
            default -> Event.ROLLBACK;
        };
    }

    /**
     * A message for a part.
     *
     * @param before the part's state before it
     * @param action the action for it
     */
    private record Asked(Notification message, TwoPhaseState before, Action action) {}

    private static @Nullable Notification asked(Received received) {
        return received.content().message() instanceof Notification notification
                        && (notification == Notification.PREPARE
                                || notification == Notification.COMMIT
                                || notification == Notification.ROLLBACK)
                ? notification
                : null;
    }

    private static RemoteVerb verb(OwnReference reference, Notification message) {
        return switch (message) {
            case COMMIT -> RemoteVerb.COMMIT;
            case ROLLBACK -> RemoteVerb.ROLLBACK;
            default -> reference.kind() == Kind.OWN_VOLATILE ? RemoteVerb.BEFORE_COMPLETION : RemoteVerb.PREPARE;
        };
    }

    private static BranchRef branch(OwnReference reference) {
        return new BranchRef(reference.id(), reference.name());
    }

    /** Sends the coordinator of one part the answer to a message. */
    private final class Teller {
        private final Part part;
        private final Addressing asked;

        Teller(Part part, Addressing asked) {
            this.part = part;
            this.asked = asked;
        }

        /**
         * Sends to the coordinator of its registration, else to the sender that the message names; only if that is
         * allowed.
         */
        void tell(Notification message, Answer meant) {
            EndpointReference registered = part.coordinator();
            EndpointReference from = asked.from() == null ? asked.notifiedFaults() : asked.from();
            EndpointReference to = registered == null ? from : registered;
            if (to != null) {
                Response told = new Response.Answered(meant);
                desk.send(new Desk.Sending(to, part.reference(), message, told), asked.messageId());
            }
        }

        void ask(RemoteVerb verb, Consumer<Response> reply) {
            OwnReference reference = part.reference();
            String from = asked.from() == null ? "a coordinator" : asked.from().address();
            desk.ask(from, reference.node(), new Request.Ask(verb, branch(reference)), reply);
        }
    }

    // ---- Volatile2PC

    /**
     * Runs the synchronizations for a Prepare. After that this part hears no more; the part in Durable2PC hears the
     * decision. Later synchronizations register again.
     */
    private void actVolatile(Teller teller, Asked asked) {
        switch (asked.action()) {
            case GATHER_VOTE -> synchronize(teller);
            case INITIATE_ROLLBACK -> end(teller, TwoPhaseState.ABORTING, Notification.ABORTED);
            case FAULT_AND_ROLLBACK -> forget(teller.part, TwoPhaseState.ABORTING);
            case SEND_ABORTED -> teller.tell(Notification.ABORTED, Answer.DONE);
            case SEND_COMMITTED -> teller.tell(Notification.COMMITTED, Answer.DONE);
            default -> {
                // the node is being asked, or there is no answer
            }
        }
    }

    private void synchronize(Teller teller) {
        teller.ask(RemoteVerb.BEFORE_COMPLETION, response -> {
            if (!(response instanceof Response.Answered answered)) {
                teller.part.fallBack(TwoPhaseState.PREPARING, TwoPhaseState.ACTIVE); // the coordinator asks again
            } else if (answered.answer() == Answer.DONE) {
                vote(teller, Event.READ_ONLY_DECISION, new Vote(Notification.READ_ONLY, Answer.DONE));
            } else {
                vote(teller, Event.ROLLBACK_DECISION, new Vote(Notification.ABORTED, answered.answer()));
            }
        });
    }

    // ---- Durable2PC

    private void actDurable(Teller teller, Asked asked) {
        switch (asked.action()) {
            case GATHER_VOTE -> prepare(teller);
            case RESEND_PREPARED -> teller.tell(Notification.PREPARED, Answer.PREPARED);
            case INITIATE_COMMIT, SEND_COMMITTED -> commit(teller, asked.before());
            case INITIATE_ROLLBACK, FAULT_AND_ROLLBACK, SEND_ABORTED -> rollback(teller, asked.before());
            default -> {
                if (asked.before() == TwoPhaseState.COMMITTING && asked.message() == Notification.COMMIT) {
                    commit(teller, asked.before()); // perhaps already running: the node commits only once
                }
            }
        }
    }

    private void prepare(Teller teller) {
        Part part = teller.part;
        teller.ask(RemoteVerb.PREPARE, response -> {
            Answer vote = response instanceof Response.Answered answered ? answered.answer() : Answer.RETRY;
            switch (vote) {
                case PREPARED -> {
                    if (part.enter(Event.COMMIT_DECISION, TwoPhaseState.PREPARING) != null
                            && part.enter(Event.WRITE_DONE, TwoPhaseState.PREPARED) != null) {
                        teller.tell(Notification.PREPARED, Answer.PREPARED);
                    }
                }
                case READ_ONLY -> vote(teller, Event.READ_ONLY_DECISION, new Vote(Notification.READ_ONLY, vote));
                case ROLLED_BACK -> vote(teller, Event.ROLLBACK_DECISION, new Vote(Notification.ABORTED, vote));
                case REFUSED -> rollback(teller, TwoPhaseState.ACTIVE);
                default -> part.fallBack(TwoPhaseState.PREPARING, TwoPhaseState.ACTIVE); // the coordinator asks again
            }
        });
    }

    /** The message of a vote, and its meaning as an answer of {@code dev.assent.remote}. */
    private record Vote(Notification message, Answer meant) {}

    private void vote(Teller teller, Event event, Vote vote) {
        Part part = teller.part;
        if (vote.message() == Notification.ABORTED && saysAgain(teller)) {
            return; // a copy of the message came meanwhile, and it has voted
        }
        parts.says(part, vote.message());
        if (part.enter(event, TwoPhaseState.PREPARING) != null) {
            parts.settle(part);
            teller.tell(vote.message(), vote.meant());
        }
    }

    private void commit(Teller teller, TwoPhaseState before) {
        teller.ask(RemoteVerb.COMMIT, response -> {
            if (response.equals(new Response.Answered(Answer.DONE))) {
                end(teller, TwoPhaseState.COMMITTING, Notification.COMMITTED);
            } else {
                teller.part.fallBack(TwoPhaseState.COMMITTING, before); // the coordinator repeats Commit
                parts.settle(teller.part);
            }
        });
    }

    private void rollback(Teller teller, TwoPhaseState before) {
        Part part = teller.part;
        teller.ask(RemoteVerb.ROLLBACK, response -> {
            if (response.equals(new Response.Answered(Answer.DONE))) {
                part.fallBack(TwoPhaseState.PREPARING, TwoPhaseState.ABORTING);
                end(teller, TwoPhaseState.ABORTING, Notification.ABORTED);
            } else {
                part.fallBack(TwoPhaseState.ABORTING, before); // the coordinator repeats Rollback
                part.fallBack(TwoPhaseState.PREPARING, before);
                parts.settle(part);
            }
        });
    }

    /** Ends the part after its work is done, and says so. */
    private void end(Teller teller, TwoPhaseState in, Notification message) {
        parts.says(teller.part, message);
        forget(teller.part, in);
        teller.tell(message, Answer.DONE);
    }

    private void forget(Part part, TwoPhaseState in) {
        part.enter(Event.ALL_FORGOTTEN, in);
        parts.settle(part);
    }
}
