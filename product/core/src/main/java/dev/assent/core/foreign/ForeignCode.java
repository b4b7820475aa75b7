package dev.assent.core.foreign;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one rule for code that is not Assent's own: drivers, sessions, synchronizations, listeners, tracers, observers,
 * loggers, exported objects, foreign transports.
 *
 * <ol>
 *   <li>It may throw any Throwable, even an undeclared checked one or an Error. So each call is inside {@code catch
 *       (Throwable)}.
 *   <li>The Throwable is the failure of that one call. If the call's answer matters, the failure counts as an
 *       answer: a vote is refused, a synchronization rolls back, a driver's verb counts as {@code XAER_RMFAIL}. The
 *       Throwable is the cause that people see.
 *   <li>If a listener throws, that changes nothing: the other listeners are called, the work goes on, and operators
 *       get a message.
 *   <li>A Throwable is foreign code, too: its text may throw. Then {@link Failure#text} and the catalogue of
 *       messages show its class.
 *   <li>To report a failure may fail for the same cause, such as a full heap, and so may loading the class that
 *       reports. The last place is {@link Uncaught}, which never throws once it is {@linkplain #load loaded}. A loop
 *       that must not end has a second {@code catch (Throwable)} around the report of the first.
 *   <li>If foreign code leaves its thread interrupted, only its own caller sees that. A thread of Assent clears the
 *       interrupt before it goes on with other work.
 * </ol>
 *
 * <p>{@code catch (RuntimeException | Error)} is not enough: languages other than Java throw checked exceptions
 * anywhere.
 *
 * <p>Pure functions.
 */
public final class ForeignCode {
    private ForeignCode() {}

    /**
     * Loads the classes that report failures: without memory or file handles that would fail later. Call it before
     * starting a thread that must not end.
     */
    public static void load() {
        Uncaught.load();
        Failure.text(null);
    }

    /** Calls a listener; its exception goes to {@link Uncaught}. Never throws. */
    public static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable thrown) {
            Uncaught.tell(thrown);
        }
    }

    /**
     * Reports a failure. The report may fail for the same cause; then {@link Uncaught} gets the failure. Never throws.
     *
     * @param report gets it first
     */
    public static void report(Throwable failure, Consumer<Throwable> report) {
        try {
            report.accept(failure);
        } catch (Throwable unreported) {
            Uncaught.tell(failure);
        }
    }

    /** Throws an exception that was caught before, of any type; does nothing for null. */
    public static void rethrow(@Nullable Throwable caught) {
        if (caught != null) {
            throw ForeignCode.<RuntimeException>sneaky(caught);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T sneaky(Throwable caught) throws T {
        throw (T) caught;
    }
}
