package dev.assent.transport.soap.coordinator;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.state.CompletionCoordinatorTable;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Action;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Event;
import dev.assent.transport.soap.state.CompletionState;
import dev.assent.transport.soap.state.Step;
import org.jspecify.annotations.Nullable;

/**
 * Who has begun a transaction: where it is told of the end, and how far that is.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class RegisteredInitiator {
    private final String key = Keys.random();
    private @Nullable EndpointReference place;
    private CompletionState state = CompletionState.ACTIVE;

    /** That of its reference; nobody can guess it. */
    String key() {
        return key;
    }

    /** By which the node knows it again; nobody can guess it. */
    String name() {
        return "soap initiator " + key;
    }

    /** Whether it is at this place, which the first one is. */
    synchronized boolean register(EndpointReference newPlace) {
        if (place == null) {
            place = newPlace;
        }
        return place.equals(newPlace);
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

    /** The end is not told: it may be asked for again. */
    synchronized void reopen() {
        state = CompletionState.ACTIVE;
    }
}
