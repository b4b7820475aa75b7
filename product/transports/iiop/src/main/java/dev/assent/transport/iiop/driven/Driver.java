package dev.assent.transport.iiop.driven;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Recent;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.context.ContextStructs;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.InvocationFailure;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.ots.RestartOperation;
import dev.assent.transport.iiop.ots.Statuses;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import dev.assent.transport.iiop.served.References;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.SynchronizationUnavailable;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.TerminatorHelper;
import org.omg.CosTransactions.TransactionFactory;
import org.omg.CosTransactions.TransactionFactoryHelper;

/**
 * Sends the requests of {@code remote/} as operations of the Transaction Service 1.4; docs/design/ots.md maps one to
 * the other. All requests but the beginning of a transaction go to an object whose reference this process was given.
 * Without a reference it sends nothing (law 22).
 *
 * <p>Thread safety: safe to share; every method blocks until there is a reply.
 */
public final class Driver {
    /** How many Terminators are kept, for transactions that began elsewhere. */
    private static final int TERMINATORS_MAX = 10_000;

    /** How many factories are kept, with the locations that the ORB found for them. */
    private static final int FACTORIES_MAX = 1_000;

    private static final long MILLIS = 1_000;
    private static final int SECONDS_MAX = Integer.MAX_VALUE;

    private final NodeOrb orb;
    private final References references;
    private final Recent<TransactionId, String> terminators = new Recent<>(TERMINATORS_MAX);
    private final Recent<String, TransactionFactory> factories = new Recent<>(FACTORIES_MAX);

    /** Uses an ORB. */
    public Driver(NodeOrb orb) {
        this.orb = orb;
        this.references = new References(orb);
    }

    /** Sends a request; returns its answer, or what is known of a request without one. */
    public Response ask(IiopAddress to, Request request) {
        try {
            if (request instanceof Request.Begin begin) {
                return begin(to, begin);
            } else if (request instanceof Request.End end) {
                return end(to, end);
            }
            String reference = to.reference();
            if (reference == null) {
                return new Response.Refused(Response.Why.FORBIDDEN, MESSAGES.noReference(request, to.place()));
            }
            return ask(to, orb.object(reference), request);
        } catch (InvocationFailure ended) {
            return Endings.response(ended);
        } catch (SystemException notMade) { // thrown before anything was sent
            return new Response.Unanswered(false, notMade);
        }
    }

    private <T> Baggage.Answered<T> invoke(IiopAddress to, Baggage.Invocation<T> invocation) throws UserException {
        return orb.baggage().sending(null, to.place(), invocation);
    }

    private Response ask(IiopAddress to, org.omg.CORBA.Object object, Request request) {
        if (request instanceof Request.Ask ask) {
            return tell(to, object, ask.verb());
        } else if (request instanceof Request.Register register) {
            return register(to, CoordinatorHelper.unchecked_narrow(object), register);
        } else if (request instanceof Request.Inquire inquire) {
            return inquire(to, RecoveryCoordinatorHelper.unchecked_narrow(object), inquire);
        } else if (request instanceof Request.Completed completed) {
            return tell(to, object, completed.outcome());
        } else if (request instanceof Request.Restarted news) {
            return tellOfRestart(to, (ObjectImpl) object, news);
        }
        return vote(to, CoordinatorHelper.unchecked_narrow(object), (Request.Vote) request);
    }

    // ---- subordinates

    private Response tell(IiopAddress to, org.omg.CORBA.Object object, RemoteVerb verb) {
        try {
            return new Response.Answered(invoke(to, () -> tell(object, verb)).value());
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        } catch (InvocationFailure ended) {
            if (verb == RemoteVerb.COMMIT && isOver(ended.failure())) {
                return new Response.Refused(Response.Why.GONE, Endings.text(ended));
            }
            Answer meant = meant(verb, ended.failure());
            return meant == null ? Endings.response(ended) : new Response.Answered(meant);
        }
    }

    private static Answer tell(org.omg.CORBA.Object object, RemoteVerb verb) {
        if (verb == RemoteVerb.BEFORE_COMPLETION) {
            SynchronizationHelper.unchecked_narrow(object).before_completion();
            return Answer.DONE;
        }
        return ResourceDriver.ask(verb, ResourceHelper.unchecked_narrow(object));
    }

    /**
     * The reference says which node this is, since only this node was given it. A stranger's Resource lacks the
     * operation.
     */
    private Response tellOfRestart(IiopAddress to, ObjectImpl resource, Request.Restarted news) {
        try {
            invoke(to, () -> RestartOperation.invoke(resource, news.life()));
            return new Response.Answered(Answer.DONE);
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        } catch (InvocationFailure ended) {
            return Endings.response(ended);
        }
    }

    /**
     * Whether a stranger says that it no longer has the transaction; an Assent node that refuses gives its own reason.
     */
    private static boolean isOver(SystemException failure) {
        return (failure instanceof OBJECT_NOT_EXIST || failure instanceof INVALID_TRANSACTION)
                && Refusals.why(failure) == null;
    }

    /** What a system exception says about a participant; null when it says nothing about it. */
    private static @Nullable Answer meant(RemoteVerb verb, SystemException failure) {
        boolean isGone = failure instanceof OBJECT_NOT_EXIST;
        boolean isRolledBack = failure instanceof TRANSACTION_ROLLEDBACK;
        return switch (verb) {
            case PREPARE, COMMIT, COMMIT_ONE_PHASE -> isRolledBack ? Answer.ROLLED_BACK : null;
            case ROLLBACK, FORGET -> isGone || isRolledBack ? Answer.DONE : null; // presumed abort
            case BEFORE_COMPLETION -> isRolledBack ? Answer.REFUSED : null;
        };
    }

    private Response tell(IiopAddress to, org.omg.CORBA.Object object, Outcome outcome) {
        try {
            invoke(to, () -> {
                SynchronizationHelper.unchecked_narrow(object).after_completion(Statuses.of(outcome));
                return true;
            });
            return new Response.Answered(Answer.DONE);
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    // ---- superiors

    private Response register(IiopAddress to, Coordinator coordinator, Request.Register asked) {
        BranchRef branch = asked.registration().branch();
        LocalTransactionId superior = asked.superior();
        NodeId node = superior == null ? null : superior.origin().node();
        @Nullable String inquiries = null;
        try {
            // a Coordinator that gets the same Resource twice counts two participants
            if (asked.registration().isFor(Interest.COMPLETION) && !asked.isRepeated()) {
                Resource resource = resource(branch, node);
                address(resource); // throws, before anything is registered, if it is too long for a superior
                RecoveryCoordinator recovery = invoke(to, () -> coordinator.register_resource(resource))
                        .value();
                inquiries = recovery == null ? null : address(recovery);
            }
            if (asked.registration().isFor(Interest.BEFORE_COMPLETION)) {
                var synchronization = references.synchronization(
                        new ObjectName.Synchronization(branch.id(), incarnation(branch), node, asked.number()));
                invoke(to, () -> registerSynchronization(coordinator, synchronization));
            }
            return new Response.Registered(inquiries);
        } catch (Inactive over) {
            return Response.Refused.state(MESSAGES.coordinatorInactive(branch.id(), over));
        } catch (UserException refused) {
            return Response.Refused.state(refused.toString());
        } catch (ReferenceException nowhere) {
            return Response.Refused.state(String.valueOf(nowhere.getMessage()));
        }
    }

    /** A superior may lack synchronizations; then they run before this node votes. */
    private static boolean registerSynchronization(Coordinator coordinator, Synchronization synchronization)
            throws UserException {
        try {
            coordinator.register_synchronization(synchronization);
            return true;
        } catch (SynchronizationUnavailable none) {
            return false;
        }
    }

    /** The address of an object, in the form of log records. */
    private String address(org.omg.CORBA.Object object) throws ReferenceException {
        return IiopAddress.of(orb.ior(object)).toRecord();
    }

    private Resource resource(BranchRef branch, @Nullable NodeId superior) {
        return references.resource(new ObjectName.Resource(branch.id(), incarnation(branch), superior));
    }

    /** The identity of the subordinate of this node that registers or asks. */
    private static LocalTransactionId incarnation(BranchRef branch) {
        LocalTransactionId incarnation = branch.incarnation();
        if (incarnation == null) {
            throw new IllegalArgumentException(branch + " is not of this node");
        }
        return incarnation;
    }

    private Response inquire(IiopAddress to, RecoveryCoordinator recovery, Request.Inquire asked) {
        LocalTransactionId superior = asked.superior();
        Resource self = resource(
                asked.branch(), superior == null ? null : superior.origin().node());
        try {
            return new Response.Decided(Statuses.decision(
                    invoke(to, () -> recovery.replay_completion(self)).value()));
        } catch (NotPrepared notVoted) {
            return new Response.Decided(Response.Decision.UNDECIDED);
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    /**
     * Sends the vote of a subordinate that was not asked. A vote to roll back is sent as rollback_only. The operations
     * can't express a read-only vote, so the subordinate gives it when it is asked.
     */
    private Response vote(IiopAddress to, Coordinator coordinator, Request.Vote vote) {
        if (vote.answer() != Answer.ROLLED_BACK) {
            return Response.Refused.state("a vote without a question is not carried over iiop");
        }
        try {
            invoke(to, () -> {
                coordinator.rollback_only();
                return true;
            });
            return new Response.Answered(Answer.DONE);
        } catch (UserException over) {
            return Response.Refused.state(
                    MESSAGES.coordinatorInactive(vote.branch().id(), over));
        }
    }

    // ---- clients

    private Response begin(IiopAddress to, Request.Begin begin) {
        int seconds = (int) Math.min(SECONDS_MAX, (begin.timeoutMillis() + MILLIS - 1) / MILLIS);
        try {
            Baggage.Answered<Control> created = create(to, seconds);
            ReplyData data = created.data();
            Begun begun = data == null || data.begun() == null ? ask(to, created.value()) : taken(to, data.begun());
            Context context = limited(begun.context(), begin.timeoutMillis());
            terminators.put(context.id(), begun.terminator().toString());
            return new Response.Begun(context);
        } catch (UserException refused) {
            return Response.Refused.state(refused.toString());
        } catch (ContextException | ReferenceException refused) {
            return Response.Refused.state(String.valueOf(refused.getMessage()));
        }
    }

    private record Begun(Context context, Ior terminator) {}

    /** Uses the factory that is kept. If that no longer exists, its process has restarted and nothing was done. */
    private Baggage.Answered<Control> create(IiopAddress to, int seconds) throws UserException {
        String told = to.reference();
        String reference = told == null ? "corbaloc:iiop:1.2@" + to.place() + "/TransactionFactory" : told;
        TransactionFactory known = factories.get(reference);
        if (known != null) {
            try {
                return invoke(to, () -> known.create(seconds));
            } catch (InvocationFailure ended) {
                if (!(ended.failure() instanceof OBJECT_NOT_EXIST)) {
                    throw ended;
                }
                factories.remove(reference);
            }
        }
        TransactionFactory found = TransactionFactoryHelper.unchecked_narrow(orb.object(reference));
        Baggage.Answered<Control> created = invoke(to, () -> found.create(seconds));
        factories.put(reference, found);
        return created;
    }

    /** Of an Assent coordinator, which has sent everything with its answer. */
    private Begun taken(IiopAddress to, ReplyData.Begun begun) throws ContextException {
        Context context = ContextCodec.read(begun.context());
        IiopPlace coordinator = IiopAddress.parse(context.superior().address()).place();
        orb.checkGiven(coordinator, to.place());
        orb.checkGiven(begun.terminator().place(), to.place());
        return new Begun(context, begun.terminator());
    }

    /** Of any other coordinator. */
    private Begun ask(IiopAddress to, Control control) throws UserException, ReferenceException, ContextException {
        orb.given(control, to.place());
        Terminator terminator = invoke(to, control::get_terminator).value();
        Coordinator coordinator = invoke(to, control::get_coordinator).value();
        orb.given(coordinator, to.place());
        var struct = invoke(to, coordinator::get_txcontext).value();
        return new Begun(new ContextStructs(orb.orb()).context(struct), orb.given(terminator, to.place()));
    }

    /** Some coordinators don't report a time limit, even if they were given one. */
    private static Context limited(Context begun, long millis) {
        boolean isTold = millis == 0 || begun.remainingMillis() != Context.UNLIMITED;
        return isTold ? begun : begun.withRemainingMillis(millis);
    }

    private Response end(IiopAddress to, Request.End end) {
        String reference = terminators.get(end.id());
        if (reference == null) {
            return new Response.Refused(
                    Response.Why.FORBIDDEN, MESSAGES.noReference("the end of " + end.id(), to.place()));
        }
        Terminator terminator = TerminatorHelper.unchecked_narrow(orb.object(reference));
        try {
            invoke(to, () -> {
                if (end.isCommit()) {
                    terminator.commit(true);
                } else {
                    terminator.rollback();
                }
                return true;
            });
            return new Response.Ended(end.isCommit() ? Outcome.COMMITTED : Outcome.ROLLED_BACK, "");
        } catch (HeuristicMixed heuristic) {
            return new Response.Ended(Outcome.HEURISTIC_MIXED, heuristic.toString());
        } catch (HeuristicHazard heuristic) {
            return new Response.Ended(Outcome.HEURISTIC_HAZARD, heuristic.toString());
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        } catch (InvocationFailure ended) {
            Outcome outcome = outcome(ended.failure());
            return outcome == null ? Endings.response(ended) : new Response.Ended(outcome, Endings.text(ended));
        }
    }

    /** What a system exception says about the end of a transaction; null when it says nothing about it. */
    private static @Nullable Outcome outcome(SystemException failure) {
        if (failure instanceof TRANSACTION_ROLLEDBACK) {
            return Outcome.ROLLED_BACK;
        }
        if (Refusals.isCommitted(failure)) {
            return Outcome.COMMITTED;
        }
        return failure instanceof OBJECT_NOT_EXIST || Refusals.isOutcomeUnknown(failure) ? Outcome.UNKNOWN : null;
    }
}
