package dev.assent.remote.client;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.time.Clock;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.Propagation;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transports;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of a process without a transaction manager: a coordinator elsewhere begins and ends them. This class has
 * no log, no recovery and no thread; {@link dev.assent.remote.ConnectedClient} connects it with all that it needs.
 *
 * <p>A transaction ends as {@link UserTransaction} says. In addition, commit throws a SystemException if the
 * coordinator does not answer {@link #END_TRIES} requests for the outcome.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread, and waits.
 */
public final class RemoteTransactions implements UserTransaction, Propagation {
    /** How often this client asks the coordinator to end a transaction, if answers are lost. */
    public static final int END_TRIES = 3;

    private static final Response.Unanswered NOT_ASKED =
            new Response.Unanswered(false, new IllegalStateException("the coordinator was not asked"));

    private final Transports transports;
    private final String coordinator;
    private final Supplier<Waiter> waiters;
    private final Clock clock;
    private final ThreadLocal<Own> own = ThreadLocal.withInitial(Own::new);

    /** The state of a thread. */
    private static final class Own {
        @Nullable ClientTransaction current;

        int timeoutSeconds;
    }

    /**
     * Transactions of a coordinator.
     *
     * @param coordinator its address
     * @param waiters make a waiter for the calling thread
     */
    public RemoteTransactions(Transports transports, String coordinator, Supplier<Waiter> waiters, Clock clock) {
        this.transports = transports;
        this.coordinator = coordinator;
        this.waiters = waiters;
        this.clock = clock;
    }

    @Override
    public Propagation.@Nullable Current current() {
        return own.get().current;
    }

    private ClientTransaction require(String what) {
        ClientTransaction current = own.get().current;
        if (current == null) {
            throw new IllegalStateException(CoreMessages.MESSAGES.noTransaction(what));
        }
        return current;
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        Own mine = own.get();
        ClientTransaction before = mine.current;
        if (before != null) {
            throw new NotSupportedException(CoreMessages.MESSAGES.nestedBegin(before.id()));
        }
        Response response = ask(new Request.Begin(mine.timeoutSeconds * 1000L), Peers.REQUEST_MILLIS);
        if (!(response instanceof Response.Begun begun)) {
            throw new SystemException(MESSAGES.clientNotBegun(coordinator, response));
        }
        mine.current = new ClientTransaction(begun.context(), clock);
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        ClientTransaction current = require("commit");
        Throwable cause = current.rollbackCause();
        if (cause != null) {
            throw rolledBackSince(current, cause);
        }
        List<Registration> registrations = current.end(true);
        own.get().current = null;
        Response response = end(new Request.End(current.id(), true, registrations), current.remainingMillis());
        if (response instanceof Response.Ended ended) {
            throwUnlessCommitted(ended);
        } else if (response instanceof Response.Unanswered lost && !lost.mayHaveArrived()) {
            throw rolledBack(MESSAGES.clientRollsBackLater(current.id(), coordinator, lost.cause()), lost.cause());
        } else {
            throw new SystemException(MESSAGES.clientUnanswered(current.id(), coordinator, response));
        }
    }

    private static void throwUnlessCommitted(Response.Ended ended)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        switch (ended.outcome()) {
            case COMMITTED -> {}
            case ROLLED_BACK -> throw new RollbackException(ended.why());
            case HEURISTIC_ROLLBACK -> throw new HeuristicRollbackException(ended.why());
            case HEURISTIC_COMMIT, HEURISTIC_MIXED, HEURISTIC_HAZARD -> throw new HeuristicMixedException(ended.why());
            case UNKNOWN, PENDING, PREPARED -> throw new SystemException(ended.why());
        }
    }

    private RollbackException rolledBackSince(ClientTransaction current, Throwable cause) {
        RollbackException told = rolledBack(CoreMessages.MESSAGES.rolledBack(current.id(), cause), cause);
        try {
            rollback();
        } catch (SystemException notTold) {
            told.addSuppressed(notTold);
        }
        return told;
    }

    private static RollbackException rolledBack(String text, Throwable cause) {
        RollbackException told = new RollbackException(text);
        told.initCause(cause);
        return told;
    }

    /**
     * Rolls back. If the request does not reach the coordinator, it rolls back when the transaction's timeout is over.
     */
    @Override
    public void rollback() throws SystemException {
        ClientTransaction current = require("roll back");
        List<Registration> registrations = current.end(false);
        own.get().current = null;
        Response response = end(new Request.End(current.id(), false, registrations), current.remainingMillis());
        if (!(response instanceof Response.Ended ended)) {
            throw new SystemException(MESSAGES.clientRollsBackLater(current.id(), coordinator, response));
        }
        boolean isAsWished = ended.outcome() == Outcome.ROLLED_BACK || ended.outcome() == Outcome.UNKNOWN;
        if (!isAsWished) { // the client never asked for a commit, so none can have been decided
            throw new SystemException(ended.why());
        }
    }

    @Override
    public void setRollbackOnly() {
        require("set rollback-only").markRollback(new IllegalStateException("it was marked rollback-only"));
    }

    @Override
    public int getStatus() {
        ClientTransaction current = own.get().current;
        if (current == null) {
            return Status.STATUS_NO_TRANSACTION;
        }
        boolean isMarked = current.rollbackCause() != null || current.remainingMillis() == 0;
        return isMarked ? Status.STATUS_MARKED_ROLLBACK : Status.STATUS_ACTIVE;
    }

    /** Sets the timeout of transactions that this thread begins; 0 for the coordinator's default. */
    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        Own mine = own.get();
        if (seconds < 0 || seconds > NodeTransactionManager.TIMEOUT_SECONDS_MAX) {
            throw new SystemException(CoreMessages.MESSAGES.timeoutRefused(
                    seconds, NodeTransactionManager.TIMEOUT_SECONDS_MAX, mine.timeoutSeconds));
        }
        mine.timeoutSeconds = seconds;
    }

    // ---- the coordinator

    /** Asks again if an answer is lost: the coordinator repeats its answer. */
    private Response end(Request.End request, long remainingMillis) {
        boolean mayHaveArrived = false;
        Response.Unanswered last = NOT_ASKED;
        for (int i = 0; i < END_TRIES; i++) {
            Response response = ask(request, remainingMillis + Peers.REQUEST_MILLIS);
            if (!(response instanceof Response.Unanswered lost)) {
                return response;
            }
            mayHaveArrived |= lost.mayHaveArrived();
            last = lost;
        }
        return new Response.Unanswered(mayHaveArrived, last.cause());
    }

    private Response ask(Request request, long millis) {
        Peer peer;
        try {
            peer = transports.peer(coordinator);
        } catch (IllegalArgumentException noWay) {
            return new Response.Unanswered(false, noWay);
        }
        AtomicReference<@Nullable Response> answer = new AtomicReference<>();
        Waiter waiter = waiters.get();
        peer.askAndRead(request, millis, response -> {
            answer.set(response);
            waiter.wake();
        });
        waiter.await(() -> answer.get() != null);
        return Objects.requireNonNull(answer.get());
    }
}
