package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Telling;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.NotRunningException;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.CallerCounts;
import dev.assent.remote.transport.Transport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins and ends transactions for clients that have no transaction manager (OTS TransactionFactory and Terminator,
 * WS-AtomicTransaction Completion). The client makes the calls, and each called process becomes a subordinate of this
 * node. When the client ends the transaction, it sends the registrations that it found on replies.
 *
 * <p>An answer may get lost, so a client that asks again hears the outcome again. This desk keeps the last
 * {@link #OUTCOMES_MAX} outcomes in memory, until the node ends. After that the answer is that the outcome is unknown.
 *
 * <p>A client that {@linkplain Request.End#wantsHeuristics wants the decision only} does not wait for participants that
 * do not confirm: it hears the decision {@link #DECISION_SECONDS} seconds after it was made. If a participant is known
 * to have acted otherwise, it waits for the outcome, since the decision alone would be wrong.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits.
 */
public final class ClientDesk {
    /** How many outcomes of finished transactions are kept. */
    public static final int OUTCOMES_MAX = 10_000;

    /** How long a client that wants the decision only waits for the participants' confirmations, in seconds. */
    public static final long DECISION_SECONDS = 2;

    private static final int SWEEP_AT_MIN = 64;

    /** How long after a warning about a client at its limit the next one is logged. */
    private static final long TELL_AGAIN_NANOS = 60_000_000_000L;

    private static final int TOLD_MAX = 1_000;

    private final Coordinator coordinator;
    private final JtaInflow jta;
    private final Outflow outflow;
    private final SynchronizationRuns synchronizations;
    private final Notices notices;
    private final Limits limits;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final Map<TransactionId, Begun> begun = new HashMap<>();
    private final CallerCounts counts = new CallerCounts();
    private final Map<TransactionId, Over> over = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Over> eldest) {
            return size() > OUTCOMES_MAX;
        }
    };

    /** The transactions whose client waits for the decision only. */
    private final Set<Begun> deciding = new LinkedHashSet<>();

    private int sweepAt = SWEEP_AT_MIN;

    /** When the last warning about each client or host at its limit was logged. */
    private final Map<String, Long> told = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > TOLD_MAX;
        }
    };

    /**
     * The limits for clients.
     *
     * @param openMax how many unfinished transactions one client, as it is counted, may have; at least 1
     * @param openMaxOfHost how many all clients of one host without a certificate may have together; at least 1
     * @param timeoutMillisDefault for a client that asks for no timeout; at least 1
     * @param timeoutMillisMax the longest timeout; a client that asks for more gets this one, and its answer says so;
     *     at least the default
     */
    public record Limits(int openMax, int openMaxOfHost, long timeoutMillisDefault, long timeoutMillisMax) {
        /** 1,000 transactions, 4,000 of a host, a minute, an hour. */
        public static final Limits DEFAULT = new Limits(1000, 4000, 60_000, 3_600_000);

        /** Refuses limits out of range. */
        public Limits {
            if (openMax < 1
                    || openMaxOfHost < 1
                    || timeoutMillisDefault < 1
                    || timeoutMillisMax < timeoutMillisDefault) {
                throw new IllegalArgumentException(
                        "limits of " + openMax + " transactions, " + openMaxOfHost + " of a host, "
                                + timeoutMillisDefault + " ms and " + timeoutMillisMax + " ms are not allowed");
            }
        }
    }

    /** An unfinished transaction. */
    private static final class Begun {
        final Caller owner;
        final JtaTransaction transaction;

        /** The callers that wait for its end; empty before the client asks for it. */
        final List<Consumer<Response>> waiting = new ArrayList<>(1);

        /** Whether its client waits for the participants' confirmations. */
        boolean wantsHeuristics;

        /** When the timer first saw that it is decided; null before. Only the timer uses it. */
        @Nullable Long decidedNanos;

        Begun(Caller owner, JtaTransaction transaction) {
            this.owner = owner;
            this.transaction = transaction;
        }

        /**
         * The answer to its client. Calls foreign code for the text of an exception, so not to be called under the
         * lock.
         */
        Response.Ended ended(Outcome outcome) {
            return new Response.Ended(outcome, transaction.why(outcome));
        }
    }

    /**
     * A limit that a client or host has reached.
     *
     * @param name the name to use in 'log end --of NAME'
     */
    private record Reached(String who, String name, int max, String key) {}

    private record Over(Caller owner, Response.Ended ended) {}

    /**
     * The parts that the desk uses.
     *
     * @param workers run synchronizations, which may block
     * @param notices get the warnings about clients at their limits
     */
    public record Parts(Coordinator coordinator, JtaInflow jta, Outflow outflow, Executor workers, Notices notices) {}

    /** The desk of a node. */
    public ClientDesk(Parts parts, Limits limits) {
        this.coordinator = parts.coordinator();
        this.jta = parts.jta();
        this.outflow = parts.outflow();
        this.notices = parts.notices();
        this.synchronizations = new SynchronizationRuns(parts.workers());
        this.limits = limits;
    }

    // ---- begin

    Response begin(Transport transport, Caller from, Request.Begin asked) {
        long millis = asked.timeoutMillis() == 0
                ? limits.timeoutMillisDefault()
                : Math.min(asked.timeoutMillis(), limits.timeoutMillisMax());
        boolean isSweepDue;
        synchronized (lock) {
            isSweepDue = begun.size() >= sweepAt || limitOf(from) != null;
        }
        if (isSweepDue) {
            sweep();
        }
        Reached reached;
        synchronized (lock) {
            reached = limitOf(from);
            if (reached == null) {
                counts.add(from);
            }
        }
        if (reached != null) {
            return refused(reached);
        }
        JtaTransaction made;
        try {
            made = jta.begin(millis, client(from));
        } catch (NotRunningException refused) {
            synchronized (lock) {
                counts.remove(from);
            }
            return new Response.Refused(Response.Why.NOT_READY, String.valueOf(refused.getMessage()));
        }
        synchronized (lock) {
            begun.put(made.id(), new Begun(from, made));
        }
        return new Response.Begun(new Context(made.id(), Outflow.self(made.engine(), transport), millis, null));
    }

    /** The client as operators see it. */
    private static Client client(Caller from) {
        return new Client(from.node() != null ? from.name() : from.countedAs(), from.host());
    }

    private @Nullable Reached limitOf(Caller from) {
        if (counts.of(from) >= limits.openMax()) {
            Client client = client(from);
            return new Reached(client.toString(), client.toString(), limits.openMax(), "client-transactions-max");
        }
        if (counts.ofHost(from) >= limits.openMaxOfHost()) {
            String host = from.host();
            return new Reached(
                    "host " + host + ", with all of its clients,",
                    host,
                    limits.openMaxOfHost(),
                    "client-transactions-max-of-host");
        }
        return null;
    }

    private Response refused(Reached limit) {
        boolean isNews;
        long now = coordinator.clock().nanos();
        synchronized (lock) {
            Long before = told.get(limit.name());
            isNews = before == null || now - before >= TELL_AGAIN_NANOS;
            if (isNews) {
                told.put(limit.name(), now);
            }
        }
        if (isNews) {
            notices.warning(MESSAGES.clientAtLimit(limit.who(), limit.max(), limit.key(), limit.name()));
        }
        return Response.Refused.state(MESSAGES.clientLimit(limit.who(), limit.max()));
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
            counts.remove(known.owner);
            over.put(known.transaction.id(), new Over(known.owner, ended));
        }
    }

    // ---- end

    void end(Caller from, Request.End asked, Consumer<Response> reply) {
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
        } else if (known != null && isFirst) {
            end(known, asked);
        }
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
                : Response.Refused.unnamed(coordinator.life().node(), "the end of " + id);
    }

    private static Response forbidden(Caller from, TransactionId id) {
        return Response.Refused.forbidden(from.name(), "the end", id, "the client that has begun it");
    }

    private void end(Begun known, Request.End asked) {
        AtomicInteger left = new AtomicInteger(1 + asked.registrations().size());
        Runnable next = () -> {
            if (left.decrementAndGet() == 0) {
                synchronize(known, asked.isCommit());
            }
        };
        for (Registration each : asked.registrations()) {
            outflow.register(known.transaction.engine(), each, 0, null, taken -> next.run());
        }
        next.run();
    }

    private void synchronize(Begun known, boolean isCommit) {
        Answer running =
                isCommit ? synchronizations.begin(known.transaction, ran -> finish(known, true)) : Answer.REFUSED;
        if (running != Answer.PENDING) {
            finish(known, isCommit);
        }
    }

    private void finish(Begun known, boolean isCommit) {
        known.transaction.end(isCommit, new Completion() {
            @Override
            public void done(Outcome outcome) {
                tell(known, outcome);
            }

            @Override
            public boolean mayBlock() {
                return false; // a reply is given to a wire
            }
        });
    }

    /**
     * Answers the waiting callers. If they have had the decision already, nobody waits; but if a participant is known
     * to have acted otherwise, a client that asks again hears that from now on (law 12). Only the operator sees the
     * outcomes that recovery learns later.
     */
    private void tell(Begun known, Outcome outcome) {
        Response.Ended told = known.ended(outcome);
        List<Consumer<Response>> waiting;
        synchronized (lock) {
            if (!begun.containsKey(known.transaction.id())) {
                if (outcome.isHeuristic() || outcome == Outcome.UNKNOWN) {
                    over.replace(known.transaction.id(), new Over(known.owner, told));
                }
                return;
            }
            settle(known, told);
            waiting = List.copyOf(known.waiting);
        }
        Telling.all(waiting, each -> each.accept(told));
    }

    // ---- time

    /** Tells the decision to clients that want only that and have waited long enough. Called some times a second. */
    public void tick() {
        List<Begun> waiting;
        synchronized (lock) {
            waiting = deciding.isEmpty() ? List.of() : List.copyOf(deciding);
        }
        long now = coordinator.clock().nanos();
        for (Begun each : waiting) {
            Outcome decided = each.transaction.engine().forDecision().unconfirmed();
            if (decided == null) {
                continue;
            }
            if (each.decidedNanos == null) {
                each.decidedNanos = now;
            } else if (now - each.decidedNanos >= TimeUnit.SECONDS.toNanos(DECISION_SECONDS)) {
                tellDecision(each, decided);
            }
        }
    }

    /** Does nothing if a caller wants the outcome by now, or a participant has acted otherwise. */
    private void tellDecision(Begun known, Outcome decided) {
        Response.Ended told = known.ended(decided);
        List<Consumer<Response>> waiting;
        synchronized (lock) {
            if (known.wantsHeuristics
                    || known.transaction.engine().forDecision().unconfirmed() != decided
                    || !begun.containsKey(known.transaction.id())) {
                return;
            }
            settle(known, told);
            waiting = List.copyOf(known.waiting);
        }
        Telling.all(waiting, each -> each.accept(told));
    }
}
