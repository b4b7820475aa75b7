package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that this node has begun for clients: the unfinished ones, with the callers that wait for their end,
 * and the outcomes of the last {@link ClientDesk#OUTCOMES_MAX} finished ones. Only the client that has begun a
 * transaction hears of it: law 22 (a certificate is not a right).
 *
 * <p>Thread safety: all methods may be called by any thread; none waits.
 */
final class BegunTransactions {
    private static final int SWEEP_AT_MIN = 64;

    private final Coordinator coordinator;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final ClientQuota quota;
    private final Map<TransactionId, Begun> begun = new HashMap<>();
    private final Map<TransactionId, Over> over = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Over> eldest) {
            return size() > ClientDesk.OUTCOMES_MAX;
        }
    };

    /** The transactions whose client waits for the decision only. */
    private final Set<Begun> deciding = new LinkedHashSet<>();

    private int sweepAt = SWEEP_AT_MIN;

    /** An unfinished transaction. */
    static final class Begun {
        private final Caller owner;
        private final JtaTransaction transaction;

        /** The callers that wait for its end; empty before the client asks for it. */
        private final List<Consumer<Response>> waiting = new ArrayList<>(1);

        /** Whether its client waits for the participants' confirmations. */
        private boolean wantsHeuristics;

        /** When the timer first saw that it is decided; null before. Only the timer uses it. */
        @Nullable Long decidedNanos;

        Begun(Caller owner, JtaTransaction transaction) {
            this.owner = owner;
            this.transaction = transaction;
        }

        JtaTransaction transaction() {
            return transaction;
        }

        /**
         * The answer to its client. Calls foreign code for the text of an exception, so not to be called under the
         * lock.
         */
        Response.Ended ended(Outcome outcome) {
            return new Response.Ended(outcome, transaction.why(outcome));
        }
    }

    private record Over(Caller owner, Response.Ended ended) {}

    BegunTransactions(Coordinator coordinator, ClientDesk.Limits limits) {
        this.coordinator = coordinator;
        this.quota = new ClientQuota(limits);
    }

    // ---- begin

    /**
     * Counts one more transaction of a client, unless it has reached a limit. Before that, this may stop counting
     * transactions that have ended.
     *
     * @return the limit; null if the transaction is counted, so that {@link #add} or {@link #dismiss} must follow
     */
    ClientQuota.@Nullable Reached admit(Caller from) {
        boolean isSweepDue;
        synchronized (lock) {
            isSweepDue = begun.size() >= sweepAt || quota.reached(from) != null;
        }
        if (isSweepDue) {
            sweep();
        }
        synchronized (lock) {
            ClientQuota.Reached reached = quota.reached(from);
            if (reached == null) {
                quota.add(from);
            }
            return reached;
        }
    }

    /** An admitted client's transaction could not begin. */
    void dismiss(Caller from) {
        synchronized (lock) {
            quota.remove(from);
        }
    }

    /** An admitted client's transaction has begun. */
    void add(Caller from, JtaTransaction made) {
        synchronized (lock) {
            begun.put(made.id(), new Begun(from, made));
        }
    }

    /**
     * Stops counting transactions that ended without the client, such as by timeout: the client may never ask again.
     */
    private void sweep() {
        List<Begun> all;
        synchronized (lock) {
            all = List.copyOf(begun.values());
        }
        for (Begun each : all) {
            Outcome outcome = each.transaction.engine().unasked().outcome();
            if (outcome != null) {
                Response.Ended ended = each.ended(outcome);
                synchronized (lock) {
                    if (each.waiting.isEmpty()) {
                        settle(each, ended);
                    }
                }
            }
        }
        synchronized (lock) {
            sweepAt = Math.max(SWEEP_AT_MIN, 2 * begun.size());
        }
    }

    private void settle(Begun known, Response.Ended ended) {
        deciding.remove(known);
        if (begun.remove(known.transaction.id()) != null) {
            quota.remove(known.owner);
            over.put(known.transaction.id(), new Over(known.owner, ended));
        }
    }

    // ---- end

    /**
     * A client asks for the end of a transaction. It gets the answer now if there is one, else when the transaction
     * ends.
     *
     * @return the transaction if this is the first request to end it, so that it must be ended now; else null
     */
    @Nullable Begun requestEnd(Caller from, Request.End asked, Consumer<Response> reply) {
        Begun known;
        @Nullable Response now;
        boolean isFirst = false;
        synchronized (lock) {
            known = begun.get(asked.id());
            now = known == null
                    ? ofOver(from, asked.id())
                    : known.owner.isSame(from) ? null : forbidden(from, asked.id());
            if (known != null && now == null) {
                isFirst = known.waiting.isEmpty();
                known.waiting.add(reply);
                known.wantsHeuristics |= asked.wantsHeuristics();
                if (known.wantsHeuristics) {
                    deciding.remove(known);
                } else {
                    deciding.add(known);
                }
            }
        }
        if (now != null) {
            reply.accept(now);
        }
        return isFirst ? known : null;
    }

    private Response ofOver(Caller from, TransactionId id) {
        Over known = over.get(id);
        if (known != null) {
            return known.owner().isSame(from) ? known.ended() : forbidden(from, id);
        }
        boolean isOurs = id instanceof LocalTransactionId local
                && local.origin().node().equals(coordinator.life().node());
        return isOurs
                ? new Response.Ended(Outcome.UNKNOWN, MESSAGES.clientOutcomeUnknown(id))
                : new Response.Refused(Response.Why.NOT_MINE, MESSAGES.transactionNotBegunHere(id));
    }

    private static Response forbidden(Caller from, TransactionId id) {
        return Response.Refused.forbidden(from.name(), "the end", id, "the client that has begun it");
    }

    /**
     * A transaction has ended. If the waiting callers have had the decision already, nobody waits; but if a participant
     * is known to have acted otherwise, a client that asks again hears that from now on: law 12 (heuristic outcomes are
     * forced first). Only the operator sees the outcomes that recovery learns later.
     *
     * @return the callers to answer
     */
    List<Consumer<Response>> ended(Begun known, Response.Ended told) {
        synchronized (lock) {
            if (!begun.containsKey(known.transaction.id())) {
                if (told.outcome().isHeuristic() || told.outcome() == Outcome.UNKNOWN) {
                    over.replace(known.transaction.id(), new Over(known.owner, told));
                }
                return List.of();
            }
            settle(known, told);
            return List.copyOf(known.waiting);
        }
    }

    // ---- the decision only

    /** The transactions whose client waits for the decision only. */
    List<Begun> deciding() {
        synchronized (lock) {
            return deciding.isEmpty() ? List.of() : List.copyOf(deciding);
        }
    }

    /**
     * The callers that wait for the decision only hear it now.
     *
     * @return the callers to answer; none if a caller wants the outcome by now, or a participant has acted otherwise
     */
    List<Consumer<Response>> decided(Begun known, Response.Ended told) {
        synchronized (lock) {
            if (known.wantsHeuristics
                    || known.transaction.engine().forDecision().unconfirmed() != told.outcome()
                    || !begun.containsKey(known.transaction.id())) {
                return List.of();
            }
            settle(known, told);
            return List.copyOf(known.waiting);
        }
    }
}
