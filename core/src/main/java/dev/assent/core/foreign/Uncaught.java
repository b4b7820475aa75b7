package dev.assent.core.foreign;

/**
 * The last place for a failure: nobody else takes it, or who should has failed, too. Never throws, so that the thread that
 * tells it goes on with other work.
 *
 * <p>It goes to the thread's handler of uncaught exceptions, which by default prints it to the standard error stream. When
 * the handler throws, its class is printed there. When not even that can be done, as without memory, it is lost.
 *
 * <p>Thread safety: may be called by any thread.
 */
public final class Uncaught {
    private Uncaught() {}

    /** Loads this class. */
    static void load() {
        // by being called
    }

    /** Tells the handler of the calling thread. */
    public static void tell(Throwable failure) {
        try {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, failure);
        } catch (Throwable handlersOwn) {
            print(failure);
        }
    }

    private static void print(Throwable failure) {
        try {
            System.err.println(
                    "Assent: a failure that nobody takes, " + failure.getClass().getName());
        } catch (Throwable unheard) {
            // this is the last place
        }
    }
}
