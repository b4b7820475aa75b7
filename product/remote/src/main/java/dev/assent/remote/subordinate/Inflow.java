package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.NotRunningException;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.foreign.Failure;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaInflow;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.superior.SuperiorDesk;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.TransactionNeed;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of other processes: calls, whose work becomes part of the caller's transaction, and requests of
 * superiors and subordinates.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Inflow {
    /** The longest timeout that Jakarta Transactions can ask for; more remaining time means no timeout (law 19). */
    private static final long REMAINING_MILLIS_MAX = Integer.MAX_VALUE * 1_000L;

    private final Parts parts;
    private final JtaInflow jta;
    private final SubordinateDesk subordinates;
    private final SuperiorDesk superiors;
    private final ClientDesk clients;
    private final RestartedSuperiors restarted;
    private volatile boolean hasReadLog;

    /**
     * The parts that the inflow uses.
     *
     * @param peers reach the superiors
     * @param handler runs the called methods, or refuses calls of unknown ones
     */
    public record Parts(Coordinator coordinator, Peers peers, Limits limits, CallHandler handler) {}

    /**
     * How long a subordinate may go on unprepared (law 19).
     *
     * @param timeoutMillisDefault for a subordinate whose superior sets no timeout; at least 1
     * @param timeoutMillisMax the longest time, even if the context gives more; at least the default
     */
    public record Limits(long timeoutMillisDefault, long timeoutMillisMax) {
        /** A minute, an hour. */
        public static final Limits DEFAULT = new Limits(60_000, 3_600_000);

        /** Refuses limits out of range. */
        public Limits {
            if (timeoutMillisDefault < 1 || timeoutMillisMax < timeoutMillisDefault) {
                throw new IllegalArgumentException(
                        "limits of " + timeoutMillisDefault + " ms and " + timeoutMillisMax + " ms are not allowed");
            }
        }

        /** The timeout of a subordinate whose superior has this remaining time; 0 if no time is left. */
        long timeoutMillis(long remainingMillis) {
            boolean isUnlimited = remainingMillis > REMAINING_MILLIS_MAX;
            return isUnlimited ? timeoutMillisDefault : Math.min(remainingMillis, timeoutMillisMax);
        }
    }

    /** The inflow of a node; it answers no request before {@link #setReady}. */
    public Inflow(
            Parts parts, JtaInflow jta, SubordinateDesk subordinates, SuperiorDesk superiors, ClientDesk clients) {
        this.parts = parts;
        this.jta = jta;
        this.subordinates = subordinates;
        this.superiors = superiors;
        this.clients = clients;
        this.restarted = new RestartedSuperiors(parts.coordinator());
    }

    /**
     * Sets whether the log is read, so that presumed abort applies to unknown transactions (law 17); false at the
     * close.
     */
    public void setReady(boolean isReadyNow) {
        hasReadLog = isReadyNow;
    }

    private boolean isReady() {
        return hasReadLog;
    }

    /**
     * Takes the messages of a transport.
     *
     * @param threads the transactions of this process's threads
     */
    public Inbound over(Transport transport, ThreadTransactions threads) {
        return new Inbound() {
            @Override
            public ThreadTransactions threads() {
                return threads;
            }

            @Override
            public void call(Caller from, Call call, Consumer<Result> reply) {
                parts.handler().handle(new Arrived(transport, from, call, null), reply);
            }

            @Override
            public void callHere(Caller from, Call call, Executor here, Consumer<Result> reply) {
                parts.handler().handle(new Arrived(transport, from, call, here), reply);
            }

            @Override
            public TransactionNeed need(String object, Method method) {
                return parts.handler().need(object, method);
            }

            @Override
            public void ask(Caller from, Request request, Consumer<Response> answer) {
                Consumer<Response> reply = watched(from, answer);
                if (!isReady()) {
                    reply.accept(notReady());
                    return;
                }
                if (request instanceof Request.Ask ask) {
                    boolean tellsHeuristics = transport.can().contains(Feature.HEURISTICS);
                    subordinates.ask(from, ask, tellsHeuristics ? reply : asDecided(ask.verb(), reply));
                } else if (request instanceof Request.Begin begin) {
                    reply.accept(clients.begin(transport, from, begin));
                } else if (request instanceof Request.End end) {
                    clients.end(from, end, reply);
                } else if (request instanceof Request.Restarted news) {
                    reply.accept(restarted.heard(from, news));
                } else {
                    superiors.ask(transport, from, request, reply);
                }
            }

            @Override
            public void handle(Caller from, HandleRequest request, Consumer<Response> reply) {
                if (!isReady()) {
                    reply.accept(notReady());
                } else if (request instanceof HandleRequest.Recreate recreate) {
                    recreate(transport, from, recreate.context(), reply);
                } else if (request instanceof HandleRequest.Look look) {
                    reply.accept(superiors.look(look));
                } else if (request instanceof HandleRequest.Move move) {
                    watched(from, reply).accept(superiors.move(move));
                } else {
                    reply.accept(superiors.mark((HandleRequest.Mark) request));
                }
            }
        };
    }

    private Response notReady() {
        NodeId self = parts.coordinator().life().node();
        return new Response.Refused(Response.Why.NOT_READY, MESSAGES.notReady(self));
    }

    /** Works as a call that does nothing. The superior knows of the subordinate before the answer goes. */
    private void recreate(Transport transport, Caller from, Context context, Consumer<Response> reply) {
        Joined joined;
        try {
            joined = join(transport, from, context);
        } catch (CallRefusedException refused) {
            reply.accept(new Response.Refused(why(refused), String.valueOf(refused.getMessage())));
            return;
        }
        GlobalTransaction engine = joined.engine();
        joined.end(new Result.Returned(null, Result.Effect.NONE), done -> {
            if (done instanceof Result.Thrown failed) {
                reply.accept(Response.Refused.state(Failure.message(failed.failure())));
            } else {
                reply.accept(new Response.Begun(
                        new Context(engine.id(), Outflow.self(engine, transport), engine.remainingMillis(), null)));
            }
        });
    }

    private static Response.Why why(CallRefusedException refused) {
        return switch (refused.reason()) {
            case NOT_READY -> Response.Why.NOT_READY;
            case FORBIDDEN -> Response.Why.FORBIDDEN;
            case ROLLBACK_ONLY, OTHER -> Response.Why.STATE;
        };
    }

    /** Also tells operators of a sender that exceeds its rights (law 22). */
    private Consumer<Response> watched(Caller from, Consumer<Response> reply) {
        return response -> {
            if (response instanceof Response.Refused refused && refused.why() == Response.Why.FORBIDDEN) {
                parts.peers().forbidden(from, refused.text());
            }
            reply.accept(response);
        };
    }

    /**
     * Answers over a wire that can't carry heuristic outcomes as if the decision had been carried out. The operator of
     * this node sees the outcome (docs/design/ws-at.md).
     */
    private static Consumer<Response> asDecided(RemoteVerb verb, Consumer<Response> reply) {
        return response -> {
            boolean isHeuristic = response instanceof Response.Answered answered
                    && answered.answer().isHeuristic();
            boolean isOwnDecision = verb == RemoteVerb.COMMIT_ONE_PHASE; // no other node has decided it
            Answer answer = isOwnDecision ? Answer.RETRY : Answer.DONE;
            reply.accept(isHeuristic ? new Response.Answered(answer) : response);
        };
    }

    /** A call that came over a transport. */
    private final class Arrived implements CallHandler.Incoming {
        private final Transport transport;
        private final Caller from;
        private final Call call;
        private final @Nullable Executor here;

        Arrived(Transport transport, Caller from, Call call, @Nullable Executor here) {
            this.transport = transport;
            this.from = from;
            this.call = call;
            this.here = here;
        }

        @Override
        public Caller from() {
            return from;
        }

        @Override
        public Call call() {
            return call;
        }

        @Override
        public @Nullable Executor here() {
            return here;
        }

        @Override
        public Joined join() throws CallRefusedException {
            Context context = call.context();
            if (context == null) {
                throw new CallRefusedException("the call has no transaction");
            }
            return Inflow.this.join(transport, from, context);
        }
    }

    /**
     * Makes work part of the transaction of its context.
     *
     * @param transport the transport of the call
     * @throws CallRefusedException if that is not possible
     */
    public Joined join(Transport transport, Caller from, Context context) throws CallRefusedException {
        Joined joined = new Joined(admit(from, context), context, transport);
        try {
            checkKnown(joined.engine().subordinate(), context);
        } catch (CallRefusedException lost) {
            joined.end(new Result.Thrown(lost, false, Result.Effect.NONE), nobodyReads -> {});
            throw lost;
        }
        return joined;
    }

    private GlobalTransaction admit(Caller from, Context context) throws CallRefusedException {
        try {
            return begin(from, context);
        } catch (CallRefusedException refused) {
            if (refused.isForbidden()) {
                parts.peers().forbidden(from, String.valueOf(refused.getMessage()));
            }
            throw refused;
        }
    }

    /** The transaction of a context, with one more call under way. */
    private GlobalTransaction begin(Caller from, Context context) throws CallRefusedException {
        TransactionId id = context.id();
        if (!isCallersOwn(from, context)) {
            throw CallRefusedException.forbidden(MESSAGES.contextOfAnother(from.name(), id, context.superior()));
        }
        GlobalTransaction found = isHome(context) ? parts.coordinator().find(id) : join(context);
        if (found == null) {
            throw new CallRefusedException(MESSAGES.homeGone(id), true);
        }
        if (found.isMarkedRollback() || found.beginCall() != Admission.ADMITTED) {
            throw new CallRefusedException(notTaken(id, found.step()), true);
        }
        return found;
    }

    /** Why a transaction takes no call: one that is active can only roll back, if only because of this refusal. */
    private static String notTaken(TransactionId id, Step step) {
        return step == Step.ACTIVE
                ? CoreMessages.MESSAGES.markedRollback("take a call", id)
                : CoreMessages.MESSAGES.notActive("take a call", id, step.words());
    }

    /**
     * Whether a caller may send the context (law 22). A node that is known for certain must name itself as the
     * superior. A client sends its coordinator's context, and a stranger's can't be checked.
     */
    private static boolean isCallersOwn(Caller from, Context context) {
        return from.node() == null || from.node().equals(context.superior().node());
    }

    /**
     * Whether a call has come back to the node that began its transaction, or that has made the call itself (law 14).
     */
    private boolean isHome(Context context) {
        NodeId self = parts.coordinator().life().node();
        return (context.id() instanceof LocalTransactionId local
                        && local.origin().node().equals(self))
                || self.equals(context.superior().node());
    }

    private GlobalTransaction join(Context context) throws CallRefusedException {
        Subordinate here = parts.coordinator().subordinate(context.id());
        checkMayCall(here, context);
        checkKnown(here, context); // before another one is made
        long left = parts.limits().timeoutMillis(context.remainingMillis());
        if (left == 0) {
            throw new CallRefusedException(MESSAGES.contextExpired(context.id()), true);
        }
        if (here != null) {
            return here.transaction();
        }
        RemoteSuperior superior = new RemoteSuperior(context.id(), context.superior(), parts.peers());
        try {
            GlobalTransaction made = jta.join(context.id(), left, superior).engine();
            restarted.joined(made, superior);
            return made;
        } catch (NotRunningException refused) {
            throw CallRefusedException.notReady(refused.getMessage());
        }
    }

    /**
     * This node will call the superior, so its address must be allowed (law 22). A known superior was checked before.
     */
    private void checkMayCall(@Nullable Subordinate here, Context context) throws CallRefusedException {
        boolean isKnown = here != null
                && here.superior() instanceof RemoteSuperior superior
                && superior.ref().equals(context.superior());
        if (!isKnown && !parts.peers().transports().mayCall(context.superior().address())) {
            throw CallRefusedException.forbidden(MESSAGES.addressNotAllowed(
                    ShownAddress.of(context.superior().address()), context.id()));
        }
    }

    /** If the subordinate that the caller knows is not the one here, its work is lost (law 15). */
    private static void checkKnown(@Nullable Subordinate here, Context context) throws CallRefusedException {
        LocalTransactionId known = context.known();
        GlobalTransaction engine = here == null ? null : here.transaction();
        if (known != null && (engine == null || !known.equals(engine.incarnation()))) {
            String why = MESSAGES.secondIncarnation(context.id(), "the process that was called");
            if (engine != null) {
                engine.markRollback(new IllegalStateException(why));
            }
            throw new CallRefusedException(why, true);
        }
    }
}
