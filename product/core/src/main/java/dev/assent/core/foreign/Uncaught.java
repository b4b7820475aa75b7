package dev.assent.core.foreign;

/**
 * The last place for a failure: no other code takes it, or that code has failed, too. Never throws, so that the calling
 * thread goes on with other work.
 *
 * <p>The failure goes to the thread's handler of uncaught exceptions, which by default prints it to the standard error
 * stream. If the handler throws, the class of its exception is printed there. If even that fails, for example for lack
 * of memory, the failure is lost.
 *
 * <p>Thread safety: any thread may call it.
 */
public final class Uncaught {
    private Uncaught() {}

    /** Loads this class. */
    static void load() {
        // the call itself loads it
    }

    /** Hands the failure to the handler of the calling thread. */
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
            // no further place is left
        }
    }
}
