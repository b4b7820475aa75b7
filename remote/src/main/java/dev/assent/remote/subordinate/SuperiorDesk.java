package dev.assent.remote.subordinate;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.superior.Decisions;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import java.util.function.Consumer;

/**
 * Answers subordinates: takes their registrations, and tells what is decided.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SuperiorDesk {
    private final Coordinator coordinator;
    private final Decisions decisions;
    private final Outflow outflow;

    /** Answers for a node. */
    public SuperiorDesk(Coordinator coordinator, Decisions decisions, Outflow outflow) {
        this.coordinator = coordinator;
        this.decisions = decisions;
        this.outflow = outflow;
    }

    void ask(Transport transport, Caller from, Request request, Consumer<Response> reply) {
        if (request instanceof Request.Register register) {
            register(from, register, reply);
        } else if (request instanceof Request.Inquire inquiry) {
            reply.accept(decide(from, inquiry));
        } else {
            reply.accept(new Response.Refused(Response.Why.STATE, request + " is not taken by " + transport.scheme()));
        }
    }

    private Response decide(Caller from, Request.Inquire inquiry) {
        NodeId asking = inquiry.branch().incarnation().origin().node();
        if (!asking.equals(from.node())) {
            return forbidden(from, "the decision", inquiry.branch().id());
        }
        Response.Decision decision = decisions.of(inquiry.superior(), inquiry.branch());
        return decision == null ? notMine(inquiry.superior().origin()) : new Response.Decided(decision);
    }

    private Response notMine(NodeEpoch asked) {
        NodeEpoch life = coordinator.life();
        return new Response.Refused(
                Response.Why.NOT_MINE, Message.NOT_MINE.text(life.node(), life.epoch(), asked.node(), asked.epoch()));
    }

    private void register(Caller from, Request.Register asked, Consumer<Response> reply) {
        Registration registration = asked.registration();
        if (!asked.superior().origin().equals(coordinator.life())) {
            reply.accept(notMine(asked.superior().origin()));
            return;
        }
        NodeId asking = registration.branch().incarnation().origin().node();
        if (!asking.equals(from.node())) {
            reply.accept(forbidden(from, "registration", registration.branch().id()));
            return;
        }
        Transaction known = coordinator.find(registration.branch().id());
        if (known == null || !asked.superior().equals(known.ownId())) {
            reply.accept(gone(registration));
            return;
        }
        outflow.register(known, registration, null, isIn -> {
            if (!isIn) {
                reply.accept(gone(registration));
            } else if (registration.hasSynchronizations()) {
                Announcement.send(known, () -> reply.accept(new Response.Answered(Answer.DONE)));
            } else {
                reply.accept(new Response.Answered(Answer.DONE));
            }
        });
    }

    private static Response gone(Registration registration) {
        return new Response.Refused(
                Response.Why.STATE, Message.HOME_GONE.text(registration.branch().id()));
    }

    private static Response forbidden(Caller from, String what, Object id) {
        return new Response.Refused(
                Response.Why.FORBIDDEN, Message.CONTROL_FORBIDDEN.text(from.name(), what, id, "another node"));
    }
}
