package dev.assent.remote.subordinate;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers superiors. If the subordinate is here, {@link Subordinate} answers. If it is not, the answer follows from
 * presumed abort, since this node remembers a subordinate that has voted until it has carried out the decision. A node
 * that has adopted another also answers for that one, to superiors that ask at its address.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SubordinateDesk {
    private final Coordinator coordinator;
    private final Recovery recovery;
    private final SynchronizationRuns synchronizations;

    /**
     * The desk of a node.
     *
     * @param workers run synchronizations, which may block
     */
    public SubordinateDesk(Coordinator coordinator, Recovery recovery, Executor workers) {
        this.coordinator = coordinator;
        this.recovery = recovery;
        this.synchronizations = new SynchronizationRuns(workers);
    }

    void ask(Caller from, Request.Ask asked, Consumer<Response> reply) {
        BranchRef branch = asked.branch();
        LocalTransactionId incarnation = branch.incarnation();
        if (incarnation == null) {
            reply.accept(Response.Refused.unnamed(coordinator.life().node(), asked));
            return;
        }
        boolean isWhole = coordinator.knowsAllOf(incarnation.origin()); // before the look
        Subordinate known = coordinator.subordinate(branch.id());
        if (known == null || !incarnation.equals(known.transaction().incarnation())) { // another incarnation (law 15)
            reply.accept(ofUnknown(asked.verb(), branch.id(), incarnation, isWhole));
        } else if (!isSuperior(from, known)) {
            reply.accept(Response.Refused.forbidden(
                    from.name(), asked.verb(), branch.id(), known.superior().name()));
        } else {
            ask(known, asked.verb(), reply);
        }
    }

    /**
     * Only the superior may give a subordinate orders (law 22). A stranger is not a node; its transport has checked
     * that the sender is the superior.
     */
    private static boolean isSuperior(Caller from, Subordinate known) {
        return Objects.equals(superiorOf(known), from.node());
    }

    private static @Nullable NodeId superiorOf(Subordinate known) {
        return known.superior() instanceof RemoteSuperior superior
                ? superior.ref().node()
                : null;
    }

    private Response ofUnknown(RemoteVerb verb, TransactionId id, LocalTransactionId incarnation, boolean isWhole) {
        if (!isWhole) {
            return Response.Refused.notMine(coordinator.life(), incarnation.origin());
        }
        if (recovery.notUnderstood().contains(id)) {
            return Response.Refused.state(MESSAGES.recordNotUnderstood(id));
        }
        return new Response.Answered(ofUnknown(verb, incarnation));
    }

    /**
     * A subordinate that was never prepared here is rolled back; one that was, and is over, has carried out the
     * decision. As long as this node knows that it has rolled the branch back by itself, it says so each time.
     */
    private Answer ofUnknown(RemoteVerb verb, LocalTransactionId incarnation) {
        return switch (verb) {
            case PREPARE -> Answer.ROLLED_BACK;
            case BEFORE_COMPLETION -> Answer.REFUSED;
            case COMMIT -> coordinator.isRolledBack(incarnation) ? Answer.HEURISTIC_ROLLBACK : Answer.DONE;
            case ROLLBACK, FORGET -> Answer.DONE;
            case COMMIT_ONE_PHASE -> // it may have been done before (law 11)
                coordinator.isRolledBack(incarnation) ? Answer.ROLLED_BACK : Answer.HEURISTIC_HAZARD;
        };
    }

    private void ask(Subordinate known, RemoteVerb verb, Consumer<Response> reply) {
        Consumer<Answer> told = answer -> reply.accept(new Response.Answered(answer));
        Answer now = switch (verb) {
            case PREPARE ->
                asksBeforePhaseOne(known) ? known.prepare(told::accept) : afterUnasked(known, known::prepare, told);
            case COMMIT -> known.commit(told::accept);
            case ROLLBACK -> known.rollback(told::accept);
            case COMMIT_ONE_PHASE -> afterUnasked(known, known::commitOnePhase, told);
            case FORGET -> known.forget(told::accept);
            case BEFORE_COMPLETION -> beforeCompletion(known, told);
        };
        if (now != Answer.PENDING) {
            told.accept(now);
        }
    }

    /** Synchronizations registered before this run now; a message tells the superior of later ones. */
    private Answer beforeCompletion(Subordinate known, Consumer<Answer> told) {
        if (known.superior() instanceof RemoteSuperior superior) {
            superior.enrolment().asked(); // before the look for synchronizations
        }
        return synchronizations.begin(known, told);
    }

    /**
     * Runs synchronizations that the superior has not asked for, before this node votes or commits. If the superior
     * never asks for any, others may have prepared already (law 19).
     */
    private Answer afterUnasked(Subordinate known, Function<Reply, Answer> verb, Consumer<Answer> told) {
        if (!known.transaction().owner().hasSynchronizations()) {
            return verb.apply(told::accept);
        }
        Answer running = synchronizations.begin(known, ran -> {
            Answer answer = verb.apply(told::accept);
            if (answer != Answer.PENDING) {
                told.accept(answer);
            }
        });
        return running == Answer.PENDING ? running : verb.apply(told::accept);
    }

    /** If so, synchronizations that come after that round are too late: others may have prepared by now. */
    private static boolean asksBeforePhaseOne(Subordinate known) {
        return !(known.superior() instanceof RemoteSuperior superior) || superior.asksBeforePhaseOne();
    }
}
