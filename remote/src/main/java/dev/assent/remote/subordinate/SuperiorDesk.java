package dev.assent.remote.subordinate;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.superior.Decisions;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import java.util.Objects;
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
        } else if (request instanceof Request.Vote vote) {
            vote(from, vote, reply);
        } else if (request instanceof Request.Inquire inquiry) {
            reply.accept(decide(from, inquiry));
        } else {
            reply.accept(new Response.Refused(Response.Why.STATE, request + " is not taken by " + transport.scheme()));
        }
    }

    private Response decide(Caller from, Request.Inquire inquiry) {
        LocalTransactionId name = inquiry.superior();
        if (name == null) {
            return unnamed(inquiry);
        }
        if (!isOf(from, inquiry.branch()) || !decisions.mayKnow(name, inquiry.branch())) {
            return forbidden(from, "the decision", inquiry.branch().id());
        }
        Response.Decision decision = decisions.of(name, inquiry.branch());
        return decision == null ? notMine(name.origin()) : new Response.Decided(decision);
    }

    /** Whether a subordinate speaks for itself: a node for its own, and who is none for itself (law 22). */
    private static boolean isOf(Caller from, BranchRef branch) {
        LocalTransactionId incarnation = branch.incarnation();
        NodeId node = incarnation == null ? null : incarnation.origin().node();
        return Objects.equals(node, from.node());
    }

    private Response unnamed(Request request) {
        return new Response.Refused(
                Response.Why.NOT_MINE,
                Message.MESSAGE_UNNAMED.text(coordinator.life().node(), request));
    }

    private Response notMine(NodeEpoch asked) {
        NodeEpoch life = coordinator.life();
        return new Response.Refused(
                Response.Why.NOT_MINE, Message.NOT_MINE.text(life.node(), life.epoch(), asked.node(), asked.epoch()));
    }

    private void register(Caller from, Request.Register asked, Consumer<Response> reply) {
        Registration registration = asked.registration();
        LocalTransactionId name = asked.superior();
        if (name == null) {
            reply.accept(unnamed(asked));
            return;
        }
        if (!name.origin().equals(coordinator.life())) {
            reply.accept(notMine(name.origin()));
            return;
        }
        if (from.node() != null && !isOf(from, registration.branch())) { // else its transport knows it by the context
            reply.accept(forbidden(from, "registration", registration.branch().id()));
            return;
        }
        Transaction known = coordinator.find(registration.branch().id());
        if (known == null || !name.equals(known.ownId())) {
            reply.accept(gone(registration.branch()));
            return;
        }
        outflow.register(known, registration, null, isIn -> {
            if (!isIn) {
                reply.accept(gone(registration.branch()));
            } else if (registration.isFor(Interest.BEFORE_COMPLETION)) {
                Enrolment.announce(
                        known,
                        failure -> reply.accept(failure == null ? new Response.Registered(null) : refused(failure)));
            } else {
                reply.accept(new Response.Registered(null));
            }
        });
    }

    private void vote(Caller from, Request.Vote vote, Consumer<Response> reply) {
        LocalTransactionId name = vote.superior();
        Transaction known = coordinator.find(vote.branch().id());
        if (name == null) {
            reply.accept(unnamed(vote));
        } else if (!name.origin().equals(coordinator.life())) {
            reply.accept(notMine(name.origin()));
        } else if (!isOf(from, vote.branch())) {
            reply.accept(forbidden(from, "a vote", vote.branch().id()));
        } else if (known == null || !name.equals(known.ownId())) {
            reply.accept(gone(vote.branch()));
        } else {
            outflow.vote(
                    known,
                    vote.branch(),
                    vote.answer(),
                    isTaken -> reply.accept(isTaken ? new Response.Answered(Answer.DONE) : gone(vote.branch())));
        }
    }

    private static Response refused(Throwable failure) {
        return new Response.Refused(Response.Why.STATE, String.valueOf(failure.getMessage()));
    }

    private static Response gone(BranchRef branch) {
        return new Response.Refused(Response.Why.STATE, Message.HOME_GONE.text(branch.id()));
    }

    private static Response forbidden(Caller from, String what, Object id) {
        return new Response.Refused(
                Response.Why.FORBIDDEN, Message.CONTROL_FORBIDDEN.text(from.name(), what, id, "another node"));
    }
}
