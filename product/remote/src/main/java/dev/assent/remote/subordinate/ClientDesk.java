package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NotRunningException;
import dev.assent.core.foreign.Telling;
import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.subordinate.BegunTransactions.Begun;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

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

    private final Coordinator coordinator;
    private final JtaInflow jta;
    private final Outflow outflow;
    private final SynchronizationRuns synchronizations;
    private final LimitWarnings warnings;
    private final Limits limits;
    private final BegunTransactions transactions;

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
        this.synchronizations = new SynchronizationRuns(parts.workers());
        this.warnings = new LimitWarnings(coordinator.clock(), parts.notices());
        this.limits = limits;
        this.transactions = new BegunTransactions(coordinator, limits);
    }

    // ---- begin

    Response begin(Transport transport, Caller from, Request.Begin asked) {
        long millis = asked.timeoutMillis() == 0
                ? limits.timeoutMillisDefault()
                : Math.min(asked.timeoutMillis(), limits.timeoutMillisMax());
        ClientQuota.Reached reached = transactions.admit(from);
        if (reached != null) {
            warnings.refused(reached);
            return Response.Refused.state(MESSAGES.clientLimit(reached.who(), reached.max(), reached.key()));
        }
        JtaTransaction made;
        try {
            made = jta.begin(millis, ClientQuota.client(from));
        } catch (NotRunningException refused) {
            transactions.dismiss(from);
            return new Response.Refused(Response.Why.NOT_READY, String.valueOf(refused.getMessage()));
        }
        transactions.add(from, made);
        return new Response.Begun(new Context(made.id(), Outflow.self(made.engine(), transport), millis, null));
    }

    // ---- end

    void end(Caller from, Request.End asked, Consumer<Response> reply) {
        Begun first = transactions.requestEnd(from, asked, reply);
        if (first != null) {
            end(first, asked);
        }
    }

    private void end(Begun known, Request.End asked) {
        AtomicInteger left = new AtomicInteger(1 + asked.registrations().size());
        Runnable next = () -> {
            if (left.decrementAndGet() == 0) {
                synchronize(known, asked.isCommit());
            }
        };
        for (Registration each : asked.registrations()) {
            outflow.register(known.transaction().engine(), each, 0, null, taken -> next.run());
        }
        next.run();
    }

    private void synchronize(Begun known, boolean isCommit) {
        Answer running =
                isCommit ? synchronizations.begin(known.transaction(), ran -> finish(known, true)) : Answer.REFUSED;
        if (running != Answer.PENDING) {
            finish(known, isCommit);
        }
    }

    private void finish(Begun known, boolean isCommit) {
        known.transaction().end(isCommit, new Completion() {
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

    private void tell(Begun known, Outcome outcome) {
        Response.Ended told = known.ended(outcome);
        Telling.all(transactions.ended(known, told), each -> each.accept(told));
    }

    // ---- time

    /** Tells the decision to clients that want only that and have waited long enough. Called some times a second. */
    public void tick() {
        List<Begun> waiting = transactions.deciding();
        long now = coordinator.clock().nanos();
        for (Begun each : waiting) {
            Outcome decided = each.transaction().engine().forDecision().unconfirmed();
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

    private void tellDecision(Begun known, Outcome decided) {
        Response.Ended told = known.ended(decided);
        Telling.all(transactions.decided(known, told), each -> each.accept(told));
    }
}
