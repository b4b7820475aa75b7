package dev.assent.remote.superior;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.foreign.Failure;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers subordinates: takes their registrations and votes, and tells them decisions.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SuperiorDesk {
    private static final String WHO_IS_NAMED = "the subordinate that it names";

    private final Coordinator coordinator;
    private final Decisions decisions;
    private final Outflow outflow;
    private final Announcement announcement;

    /** Tells the superior of a transaction here, if it has one, that there are synchronizations to run. */
    @FunctionalInterface
    public interface Announcement {
        /**
         * Tells the superior.
         *
         * @param isNews whether the superior does not know it yet; else this only waits until it has answered
         * @param whenDone gets, once, the cause if that fails, and null if it is done; by any thread, also before this
         *     returns
         */
        void make(GlobalTransaction transaction, boolean isNews, Consumer<@Nullable Throwable> whenDone);
    }

    /** The desk of a node. */
    public SuperiorDesk(Coordinator coordinator, Decisions decisions, Outflow outflow, Announcement announcement) {
        this.coordinator = coordinator;
        this.decisions = decisions;
        this.outflow = outflow;
        this.announcement = announcement;
    }

    /**
     * Answers one request, by any thread, perhaps before this returns.
     *
     * @param transport the transport of the request
     */
    public void ask(Transport transport, Caller from, Request request, Consumer<Response> reply) {
        if (request instanceof Request.Register register) {
            register(from, register, reply);
        } else if (request instanceof Request.Vote vote) {
            vote(from, vote, reply);
        } else if (request instanceof Request.Inquire inquiry) {
            reply.accept(decide(from, inquiry));
        } else {
            reply.accept(Response.Refused.state(request + " is not accepted over " + transport.scheme()));
        }
    }

    /** Tells a holder of a reference to a transaction how far it is. */
    public Response look(HandleRequest.Look asked) {
        GlobalTransaction known = find(asked.id(), asked.name());
        return known == null
                ? unknown(asked.id(), asked.name())
                : new Response.Seen(
                        known.step(),
                        known.isMarkedRollback(),
                        known.forDecision().isCommit(),
                        known.remainingMillis());
    }

    /** Marks a transaction so that it can only roll back, for a holder of a reference to it. */
    public Response mark(HandleRequest.Mark asked) {
        GlobalTransaction known = find(asked.id(), asked.name());
        if (known == null) {
            return unknown(asked.id(), asked.name());
        }
        if (known.step() != Step.ACTIVE) {
            return Response.Refused.state(CoreMessages.MESSAGES.notActive(
                    "mark it", asked.id(), known.step().words()));
        }
        known.markRollback(new IllegalStateException("a holder of a reference to the transaction has marked it"));
        return new Response.Answered(Answer.DONE);
    }

    /** Sends requests to a subordinate at a new address from now on. Does nothing if the transaction is unknown. */
    public Response move(HandleRequest.Move asked) {
        BranchRef branch = asked.branch();
        GlobalTransaction known = find(branch.id(), asked.superior());
        if (known != null && !outflow.move(known, branch, asked.address())) {
            return notAllowed(branch, asked.address());
        }
        return new Response.Answered(Answer.DONE);
    }

    private @Nullable GlobalTransaction find(TransactionId id, LocalTransactionId name) {
        GlobalTransaction known = coordinator.find(id);
        return known != null && name.equals(known.forDecision().askedId()) ? known : null;
    }

    private Response unknown(TransactionId id, LocalTransactionId name) {
        return name.origin().equals(coordinator.life())
                ? Response.Refused.state(MESSAGES.transactionOver(id))
                : Response.Refused.notMine(coordinator.life(), name.origin());
    }

    private Response decide(Caller from, Request.Inquire inquiry) {
        LocalTransactionId name = inquiry.superior();
        if (name == null) {
            return Response.Refused.unnamed(coordinator.life().node(), inquiry);
        }
        return isOf(from, inquiry.branch())
                ? decisions.answer(from, name, inquiry.branch())
                : Decisions.forbidden(from, inquiry.branch());
    }

    /**
     * Whether the sender is the subordinate's node; a stranger's subordinate has none, and neither has its sender (law
     * 22).
     */
    private static boolean isOf(Caller from, BranchRef branch) {
        return Objects.equals(branch.node(), from.node());
    }

    private void register(Caller from, Request.Register asked, Consumer<Response> reply) {
        Registration registration = asked.registration();
        LocalTransactionId name = asked.superior();
        if (name == null) {
            reply.accept(Response.Refused.unnamed(coordinator.life().node(), asked));
            return;
        }
        if (!name.origin().equals(coordinator.life())) {
            reply.accept(Response.Refused.notMine(coordinator.life(), name.origin()));
            return;
        }
        if (from.node() != null && !isOf(from, registration.branch())) { // else its transport knows it by the context
            reply.accept(Response.Refused.forbidden(
                    from.name(), "a registration", registration.branch().id(), WHO_IS_NAMED));
            return;
        }
        GlobalTransaction known = find(registration.branch().id(), name);
        if (known == null) {
            reply.accept(tooLate(registration.branch()));
            return;
        }
        outflow.register(known, registration, asked.number(), null, taken -> {
            if (taken == Outflow.Taken.NOT) {
                reply.accept(tooLate(registration.branch()));
            } else if (taken == Outflow.Taken.FORBIDDEN) {
                reply.accept(notAllowed(registration.branch(), registration.address()));
            } else if (registration.isFor(Interest.BEFORE_COMPLETION)) {
                announce(known, asked, taken == Outflow.Taken.FIRST, reply);
            } else {
                reply.accept(new Response.Registered(null));
            }
        });
    }

    private void announce(GlobalTransaction known, Request.Register asked, boolean isNews, Consumer<Response> reply) {
        announcement.make(known, isNews, failure -> {
            if (failure == null) {
                Outflow.announced(known, asked.registration(), asked.number());
                reply.accept(new Response.Registered(null));
            } else {
                reply.accept(Response.Refused.state(Failure.message(failure)));
            }
        });
    }

    private void vote(Caller from, Request.Vote vote, Consumer<Response> reply) {
        LocalTransactionId name = vote.superior();
        if (name == null) {
            reply.accept(Response.Refused.unnamed(coordinator.life().node(), vote));
        } else if (!name.origin().equals(coordinator.life())) {
            reply.accept(Response.Refused.notMine(coordinator.life(), name.origin()));
        } else if (!isOf(from, vote.branch())) {
            reply.accept(Response.Refused.forbidden(
                    from.name(), "a vote", vote.branch().id(), WHO_IS_NAMED));
        } else {
            GlobalTransaction known = find(vote.branch().id(), name);
            if (known == null) {
                reply.accept(unwanted(vote));
            } else {
                outflow.vote(
                        known,
                        vote.branch(),
                        vote.answer(),
                        isTaken -> reply.accept(isTaken ? new Response.Answered(Answer.DONE) : unwanted(vote)));
            }
        }
    }

    private static Response tooLate(BranchRef branch) {
        return Response.Refused.state(MESSAGES.registrationTooLate(branch.id()));
    }

    private static Response unwanted(Request.Vote vote) {
        return Response.Refused.state(MESSAGES.voteTooLate(vote.branch().id()));
    }

    private static Response notAllowed(BranchRef branch, String address) {
        return new Response.Refused(
                Response.Why.FORBIDDEN, MESSAGES.addressNotAllowed(ShownAddress.of(address), branch.id()));
    }
}
