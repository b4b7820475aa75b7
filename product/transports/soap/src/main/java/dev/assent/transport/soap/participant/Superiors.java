package dev.assent.transport.soap.participant;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolMessage.Register;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.EndpointAddress.Role;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Registers subordinates of this node with coordinators elsewhere, and asks these for decisions (WS-Coordination 1.2,
 * section 3.2; WS-AtomicTransaction 1.2, section 3.3). A subordinate with synchronizations registers for both
 * protocols.
 *
 * <p>Thread safety: safe to share.
 */
public final class Superiors {
    private final RegisterNumbers numbers = new RegisterNumbers();
    private final Desk desk;
    private final PartTable parts = new PartTable();
    private final ParticipantService service;

    /** The superiors of the process at a desk. */
    public Superiors(Desk desk) {
        this.desk = desk;
        this.service = new ParticipantService(desk, parts);
    }

    /** The service that takes their messages. */
    public ParticipantService service() {
        return service;
    }

    /** The number of known parts of coordinators elsewhere. */
    public int parts() {
        return parts.size();
    }

    /**
     * Asks the endpoint of a superior.
     *
     * @param millis how long to wait for its answer
     * @param reply gets the answer once
     */
    public void ask(EndpointReference place, Request request, long millis, Consumer<Response> reply) {
        if (request instanceof Request.Register register) {
            if (numbers.isLater(register)) {
                new Registering(place, register, millis, reply).durable();
            } else {
                reply.accept(new Response.Registered(null)); // a repetition: the superior may have acted on it
            }
        } else if (request instanceof Request.Inquire inquire) {
            inquire(place, inquire, millis, reply);
        } else if (request instanceof Request.Vote vote && vote.answer() == Answer.ROLLED_BACK) {
            reply.accept(leave(vote));
        } else {
            reply.accept(new Response.Unanswered(false, new IllegalStateException(MESSAGES.requestRefused(request))));
        }
    }

    /** The reference to a subordinate for its superior; no other process gets it. */
    private OwnReference reference(Kind kind, BranchRef branch, @Nullable LocalTransactionId superior) {
        LocalTransactionId incarnation = branch.incarnation();
        if (incarnation == null) {
            throw new IllegalArgumentException(branch + " is not of this node");
        }
        String holder = superior == null ? "" : superior.origin().node().toString();
        return desk.keys().reference(kind, incarnation, branch.id(), holder, "");
    }

    // ---- register

    /** A registration for one or both protocols. */
    private final class Registering {
        private final EndpointReference place;
        private final Request.Register asked;
        private final long millis;
        private final Consumer<Response> reply;

        Registering(EndpointReference place, Request.Register asked, long millis, Consumer<Response> reply) {
            this.place = place;
            this.asked = asked;
            this.millis = millis;
            this.reply = reply;
        }

        void durable() {
            if (asked.registration().isFor(Interest.COMPLETION)) {
                register(Kind.OWN_DURABLE, Protocol.DURABLE_2PC, this::onlooker);
            } else {
                onlooker(null);
            }
        }

        /** Registers for Volatile2PC; inquiries go to the coordinator of Durable2PC, if it is registered for both. */
        private void onlooker(@Nullable String inquiries) {
            Response done = new Response.Registered(inquiries);
            if (asked.registration().isFor(Interest.BEFORE_COMPLETION)) {
                register(Kind.OWN_VOLATILE, Protocol.VOLATILE_2PC, any -> done(done));
            } else {
                done(done);
            }
        }

        private void done(Response done) {
            numbers.said(asked);
            reply.accept(done);
        }

        /** A part that has registered and was not asked yet does not register again: some peers would then have two. */
        private void register(Kind kind, Protocol protocol, Consumer<String> next) {
            OwnReference reference = reference(kind, asked.registration().branch(), asked.superior());
            Part part = parts.get(reference, () -> new Part(reference, TwoPhaseState.NONE, null));
            EndpointReference known = part.coordinator();
            if (known != null) {
                next.accept(inquiries(known));
                return;
            }
            Register message = new Register(protocol.uri(), desk.place(reference));
            Addressing addressing = Addressing.to(place, message.action())
                    .identified(Outbox.identity())
                    .answeredAt(EndpointReference.ANONYMOUS);
            Waiter<Runnable> waiter = new Waiter<>(
                    millis,
                    Runnable::run,
                    (mayHaveArrived, cause) -> () -> fail(part, new Response.Unanswered(mayHaveArrived, cause)));
            try {
                desk.outbox().ask(addressing, message, asked, waiter, heard -> () -> hear(heard, part, next));
            } catch (IllegalArgumentException nowhere) {
                fail(part, new Response.Unanswered(false, nowhere));
            }
        }

        /** Removes a part whose registration failed, unless the coordinator has asked it and so knows it. */
        private void fail(Part part, Response why) {
            parts.settle(part);
            reply.accept(why);
        }

        private void hear(Heard heard, Part part, Consumer<String> next) {
            if (!(heard.content().message() instanceof RegisterResponse registered)) {
                fail(part, Response.Refused.state(MESSAGES.notRegistered(place, heard)));
                return;
            }
            desk.observation()
                    .came(
                            heard.peer(),
                            new Response.Registered(null),
                            heard.answered().bytes());
            String inquiries;
            try {
                inquiries = inquiries(registered.coordinator());
            } catch (IllegalArgumentException unusable) { // the address is malformed, or too long for a record
                fail(part, Response.Refused.state(String.valueOf(unusable.getMessage())));
                return;
            }
            part.registeredWith(registered.coordinator());
            next.accept(inquiries);
        }

        private String inquiries(EndpointReference coordinator) {
            return new EndpointAddress(coordinator, Role.COORDINATOR, null).text();
        }
    }

    // ---- leave unasked

    /** Sends Aborted to its coordinator, unless that is asking for its vote, whose answer says the same. */
    private Response leave(Request.Vote vote) {
        OwnReference onlooker = reference(Kind.OWN_VOLATILE, vote.branch(), vote.superior());
        parts.leave(onlooker); // its coordinator finds out if it asks
        OwnReference reference = reference(Kind.OWN_DURABLE, vote.branch(), vote.superior());
        EndpointReference coordinator = parts.leave(reference);
        if (coordinator == null) {
            return Response.Refused.state(MESSAGES.verbRefused("a rollback before the vote", "None or Preparing"));
        }
        desk.send(new Desk.Sending(coordinator, reference, Notification.ABORTED, vote), null);
        return new Response.Answered(Answer.DONE);
    }

    // ---- ask for the decision

    /** Sends Prepared again; the decision comes by a message of its own. */
    private void inquire(EndpointReference place, Request.Inquire asked, long millis, Consumer<Response> reply) {
        OwnReference reference = reference(Kind.OWN_DURABLE, asked.branch(), asked.superior());
        Part part = parts.get(reference, () -> new Part(reference, TwoPhaseState.PREPARED_SUCCESS, place));
        if (!part.hearsNothing()) {
            reply.accept(new Response.Decided(Response.Decision.UNDECIDED));
            return;
        }
        Addressing addressing =
                desk.notification(new Desk.Sending(place, reference, Notification.PREPARED, asked), null);
        try {
            desk.outbox()
                    .ask(
                            addressing,
                            Notification.PREPARED,
                            asked,
                            new Waiter<>(millis, reply, Response.Unanswered::new),
                            Superiors::inquired);
        } catch (IllegalArgumentException nowhere) {
            reply.accept(new Response.Unanswered(false, nowhere));
        }
    }

    private static Response inquired(Heard heard) {
        return heard.isTaken()
                ? new Response.Decided(Response.Decision.UNDECIDED)
                : Response.Refused.state(MESSAGES.notHeard(heard));
    }
}
