package dev.assent.transport.soap.state;

/**
 * A cell of a table of states. Immutable.
 *
 * @param action what is done
 * @param next the state that follows
 */
public record Step<A extends Enum<A>, S extends Enum<S>>(A action, S next) {
    /** There is no such cell: who asks for it has made a mistake, and would go on with a wrong state. */
    static IllegalStateException none(Enum<?> event, Enum<?> state) {
        return new IllegalStateException("event " + event + " can't happen in state " + state);
    }
}
