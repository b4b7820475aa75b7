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
 * Who has begun a transaction: where it is told of the end, and how far that is.
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

    /** That of its reference; nobody can guess it. */
    String key() {
        return key;
    }

    /** By which the node knows it again; nobody can guess it. */
    String name() {
        return "soap initiator " + key;
    }

    /** Its transaction was begun now, and may go on for so long. */
    synchronized void begun(long nowNanos, long timeoutMillis) {
        sinceNanos = nowNanos;
        millis = timeoutMillis;
    }

    /** Whether its transaction has ended, or its time is over and nobody asks for the end. */
    synchronized boolean isOver(long nowNanos) {
        return switch (state) {
            case NONE -> true;
            case ACTIVE -> nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(millis);
            case COMPLETING -> false;
        };
    }

    /**
     * Whether it is who registers, which the first one is. It may send its message once more, when no answer has come: by the
     * identity of that it is known, which nobody else can tell; its place others may know, or have no other.
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

    /** The same, if its end is under way. */
    synchronized void finish(Event event) {
        if (state == CompletionState.COMPLETING) {
            enter(event);
        }
    }

    /** Its transaction has rolled back; whether it is to be told so, since it has not asked for the end. */
    synchronized boolean rolledBack() {
        return state == CompletionState.ACTIVE && enter(Event.ROLLBACK_DECISION) == Action.SEND_ABORTED;
    }

    /** The end is not told: it may be asked for again. */
    synchronized void reopen() {
        state = CompletionState.ACTIVE;
    }
}
