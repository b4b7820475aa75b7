package dev.assent.remote.subordinate;

import dev.assent.core.identity.LocalTransactionId;
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
    private static final String WHO_IS_NAMED = "the subordinate that it names";

    private final Coordinator coordinator;
    private final Decisions decisions;
    private final Outflow outflow;
    private final Refusals refusals;

    /** Answers for a node. */
    public SuperiorDesk(Coordinator coordinator, Decisions decisions, Outflow outflow) {
        this.coordinator = coordinator;
        this.decisions = decisions;
        this.outflow = outflow;
        this.refusals = new Refusals(coordinator);
    }

    void ask(Transport transport, Caller from, Request request, Consumer<Response> reply) {
        if (request instanceof Request.Register register) {
            register(from, register, reply);
        } else if (request instanceof Request.Vote vote) {
            vote(from, vote, reply);
        } else if (request instanceof Request.Inquire inquiry) {
            reply.accept(decide(from, inquiry));
        } else {
            reply.accept(Refusals.state(request + " is not taken by " + transport.scheme()));
        }
    }

    private Response decide(Caller from, Request.Inquire inquiry) {
        LocalTransactionId name = inquiry.superior();
        if (name == null) {
            return refusals.unnamed(inquiry);
        }
        if (!isOf(from, inquiry.branch()) || !decisions.mayKnow(name, inquiry.branch())) {
            return Refusals.forbidden(from, "the decision", inquiry.branch().id(), "its subordinates");
        }
        Response.Decision decision = decisions.of(name, inquiry.branch());
        return decision == null ? refusals.notMine(name.origin()) : new Response.Decided(decision);
    }

    /** Whether a subordinate speaks for itself: a node for its own, and who is none for itself (law 22). */
    private static boolean isOf(Caller from, BranchRef branch) {
        return Objects.equals(branch.node(), from.node());
    }

    private void register(Caller from, Request.Register asked, Consumer<Response> reply) {
        Registration registration = asked.registration();
        LocalTransactionId name = asked.superior();
        if (name == null) {
            reply.accept(refusals.unnamed(asked));
            return;
        }
        if (!name.origin().equals(coordinator.life())) {
            reply.accept(refusals.notMine(name.origin()));
            return;
        }
        if (from.node() != null && !isOf(from, registration.branch())) { // else its transport knows it by the context
            reply.accept(Refusals.forbidden(
                    from, "a registration", registration.branch().id(), WHO_IS_NAMED));
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
                        failure -> reply.accept(
                                failure == null
                                        ? new Response.Registered(null)
                                        : Refusals.state(String.valueOf(failure.getMessage()))));
            } else {
                reply.accept(new Response.Registered(null));
            }
        });
    }

    private void vote(Caller from, Request.Vote vote, Consumer<Response> reply) {
        LocalTransactionId name = vote.superior();
        Transaction known = coordinator.find(vote.branch().id());
        if (name == null) {
            reply.accept(refusals.unnamed(vote));
        } else if (!name.origin().equals(coordinator.life())) {
            reply.accept(refusals.notMine(name.origin()));
        } else if (!isOf(from, vote.branch())) {
            reply.accept(Refusals.forbidden(from, "a vote", vote.branch().id(), WHO_IS_NAMED));
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

    private static Response gone(BranchRef branch) {
        return Refusals.state(Message.HOME_GONE.text(branch.id()));
    }
}
