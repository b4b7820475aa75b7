package dev.assent.core.foreign;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one rule for code that is not Assent's own: drivers, sessions, synchronizations, listeners, tracers, observers,
 * loggers, exported objects, transports of others.
 *
 * <ol>
 *   <li>It may throw any Throwable, also a checked one that it does not declare, and an Error. So it is called inside {@code
 *       catch (Throwable)}.
 *   <li>What it throws is the failure of that one call. A call whose answer counts has an answer for that: a vote is
 *       refused, a synchronization rolls back, a driver's verb counts as {@code XAER_RMFAIL}. The Throwable is the cause that
 *       people see.
 *   <li>Code that is only told something changes nothing by throwing: the others are told, the work goes on, and operators
 *       read of it.
 *   <li>A Throwable is foreign code, too: its text may throw. {@link Failure#text} and the catalogue of messages show its
 *       class then.
 *   <li>To report a failure may fail for the same cause, such as a full heap, and so may loading the class that reports. The
 *       last place is {@link Uncaught}, which never throws once it is {@linkplain #load loaded}. A loop that must not end
 *       has a second {@code catch (Throwable)} around the report of the first.
 *   <li>Code that leaves its thread interrupted does so to its own caller. A thread of Assent's that goes on with other
 *       work forgets it first.
 * </ol>
 *
 * <p>{@code catch (RuntimeException | Error)} is not enough: languages other than Java throw checked exceptions anywhere.
 *
 * <p>Pure functions.
 */
public final class ForeignCode {
    private ForeignCode() {}

    /**
     * Loads what tells of failures: without memory or file handles it could not be loaded any more. For who starts a thread
     * that must not end.
     */
    public static void load() {
        Uncaught.load();
        Failure.text(null);
    }

    /** Calls code that is only told something: what it throws goes to {@link Uncaught}. Never throws. */
    public static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable thrown) {
            Uncaught.tell(thrown);
        }
    }

    /**
     * Reports a failure to somebody who may fail for the same cause: then to {@link Uncaught}. Never throws.
     *
     * @param report is told of it first
     */
    public static void report(Throwable failure, Consumer<Throwable> report) {
        try {
            report.accept(failure);
        } catch (Throwable unreported) {
            Uncaught.tell(failure);
        }
    }

    /** Throws what was caught before, whatever it is; does nothing for null. */
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
