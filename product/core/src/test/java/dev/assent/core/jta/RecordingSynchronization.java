package dev.assent.core.jta;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.resource.EventList;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

/** A synchronization that records its calls: {@code name.before}, {@code name.after(COMMITTED)}. */
final class RecordingSynchronization implements Synchronization {
    /** The work inside of a call; may throw anything. */
    interface Action {
        void run() throws Throwable;
    }

    private final String name;
    private final EventList events;
    private Action before = () -> {};
    private Action after = () -> {};

    RecordingSynchronization(String name, EventList events) {
        this.name = name;
        this.events = events;
    }

    RecordingSynchronization before(Action action) {
        before = action;
        return this;
    }

    RecordingSynchronization after(Action action) {
        after = action;
        return this;
    }

    @Override
    public void beforeCompletion() {
        events.add(name + ".before");
        run(before);
    }

    @Override
    public void afterCompletion(int status) {
        events.add(name + ".after(" + word(status) + ")");
        run(after);
    }

    private static void run(Action action) {
        try {
            action.run();
        } catch (Throwable any) {
            AnyThrowable.raise(any);
        }
    }

    private static String word(int status) {
        return switch (status) {
            case Status.STATUS_COMMITTED -> "COMMITTED";
            case Status.STATUS_ROLLEDBACK -> "ROLLEDBACK";
            case Status.STATUS_UNKNOWN -> "UNKNOWN";
            default -> Integer.toString(status);
        };
    }

    @Override
    public String toString() {
        return "synchronization " + name;
    }
}
