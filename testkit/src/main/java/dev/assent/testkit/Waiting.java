package dev.assent.testkit;

import dev.assent.harness.Looks;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits that Awaitility and the JDK lack. Their own waits need no limit in a module with the harness, which ends a test that hangs.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Waiting {
    /** A limit in milliseconds that only a hanging test reaches: for a socket, or for a product timeout that must not occur. */
    public static final int MILLIS_MAX = 600_000;

    private static final Duration LOOK_MAX = Duration.ofSeconds(2);

    private Waiting() {}

    /**
     * Waits for a condition whose checks advance a clock of the test. The checks become rarer, so that a message on its way
     * arrives before its timeout, however slow the machine is.
     */
    public static ConditionFactory awaitWhileTimePasses() {
        return Awaitility.await().pollInterval(Looks.rarerUpTo(LOOK_MAX));
    }
}
