package dev.assent.transport.soap.state;

/**
 * A cell of a state table. Immutable.
 *
 * @param action the action for the event
 * @param next the following state
 */
public record Step<A extends Enum<A>, S extends Enum<S>>(A action, S next) {
    /** A cell. */
    static <A extends Enum<A>, S extends Enum<S>> Step<A, S> step(A action, S next) {
        return new Step<>(action, next);
    }

    /** The cell of an event that can happen in one state only. */
    static <A extends Enum<A>, S extends Enum<S>> Step<A, S> only(Enum<?> event, S state, S where, Step<A, S> step) {
        if (state != where) {
            throw none(event, state);
        }
        return step;
    }

    /** The error for a missing cell: the calling code has a bug, and must not go on with a wrong state. */
    static IllegalStateException none(Enum<?> event, Enum<?> state) {
        return new IllegalStateException("event " + event + " can't happen in state " + state);
    }
}
