package dev.assent.transport.soap.coordinator;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.state.CompletionCoordinatorTable;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Action;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Event;
import dev.assent.transport.soap.state.CompletionState;
import dev.assent.transport.soap.state.Step;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The initiator of a transaction: its address for the outcome, and how far the end is.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class RegisteredInitiator {
    private final String key = Keys.random();
    private @Nullable EndpointReference place;
    private @Nullable String registeredBy;
    private CompletionState state = CompletionState.ACTIVE;
    private long sinceNanos;
    private long millis;

    /** The key of its reference; nobody can guess it. */
    String key() {
        return key;
    }

    /** Its name at the node; nobody can guess it. */
    String name() {
        return "soap initiator " + key;
    }

    /** Notes the begin of its transaction, and the timeout. */
    synchronized void begun(long nowNanos, long timeoutMillis) {
        sinceNanos = nowNanos;
        millis = timeoutMillis;
    }

    /** Whether its transaction has ended, or has timed out without a request for the end. */
    synchronized boolean isOver(long nowNanos) {
        return switch (state) {
            case NONE -> true;
            case ACTIVE -> nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(millis);
            case COMPLETING -> false;
        };
    }

    /**
     * Whether the sender of a registration is the initiator. The first one is. It may repeat its message if no answer
     * came; the identity of the message proves it, since nobody else knows that. Its address does not, since others may
     * know or share it.
     *
     * @param message the identity of the message
     */
    synchronized boolean register(EndpointReference newPlace, @Nullable String message) {
        if (place == null) {
            place = newPlace;
            registeredBy = message;
            return true;
        }
        return message != null && message.equals(registeredBy);
    }

    synchronized EndpointReference place() {
        return place == null ? EndpointReference.ANONYMOUS : place;
    }

    synchronized Action enter(Event event) {
        Step<Action, CompletionState> step = CompletionCoordinatorTable.at(event, state);
        state = step.next();
        return step.action();
    }

    /** Takes an event, if the transaction is ending. */
    synchronized void finish(Event event) {
        if (state == CompletionState.COMPLETING) {
            enter(event);
        }
    }

    /** Notes a rollback; true if the initiator needs a message, since it has not asked for the end. */
    synchronized boolean rolledBack() {
        return state == CompletionState.ACTIVE && enter(Event.ROLLBACK_DECISION) == Action.SEND_ABORTED;
    }

    /** Allows another request for the end, since the outcome could not be reported. */
    synchronized void reopen() {
        state = CompletionState.ACTIVE;
    }
}
