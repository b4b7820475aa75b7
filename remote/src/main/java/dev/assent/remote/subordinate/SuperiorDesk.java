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
        reply.accept(
                request instanceof Request.Inquire inquiry
                        ? decide(from, inquiry)
                        : request instanceof Request.Register register
                                ? register(from, register.registration())
                                : new Response.Refused(Response.Why.STATE, request + " is not taken by " + transport));
    }

    private Response decide(Caller from, Request.Inquire inquiry) {
        NodeId asking = inquiry.branch().incarnation().origin().node();
        if (!asking.equals(from.node())) {
            return forbidden(from, "the decision", inquiry.branch().id());
        }
        NodeEpoch life = coordinator.life();
        NodeEpoch asked = inquiry.superior();
        Response.Decision decision = decisions.of(asked, inquiry.branch());
        return decision == null
                ? new Response.Refused(
                        Response.Why.NOT_MINE,
                        Message.NOT_MINE.text(life.node(), life.epoch(), asked.node(), asked.epoch()))
                : new Response.Decided(decision);
    }

    private Response register(Caller from, Registration registration) {
        NodeId asking = registration.branch().incarnation().origin().node();
        if (!asking.equals(from.node())) {
            return forbidden(from, "registration", registration.branch().id());
        }
        Transaction known = coordinator.find(registration.branch().id());
        boolean isIn = known != null && outflow.register(known, registration, null);
        return isIn
                ? new Response.Answered(Answer.DONE)
                : new Response.Refused(
                        Response.Why.STATE,
                        Message.HOME_GONE.text(registration.branch().id()));
    }

    private static Response forbidden(Caller from, String what, Object id) {
        return new Response.Refused(
                Response.Why.FORBIDDEN, Message.CONTROL_FORBIDDEN.text(from.name(), what, id, "another node"));
    }
}
