package dev.assent.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/**
 * Waits of tests beside those of Awaitility and the JDK, which need no limit: the harness ends a test that hangs.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Waiting {
    /** A limit that only a test that hangs reaches, in milliseconds: of a socket, or of the product where it must not strike. */
    public static final int MILLIS_MAX = 600_000;

    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration POLL_MAX = Duration.ofSeconds(2);

    private Waiting() {}

    /**
     * Waits for a condition whose looks let time pass on a clock of the test. The looks become rarer, so that a message on its
     * way arrives before its time is over, however slow the machine is.
     */
    public static ConditionFactory awaitWhileTimePasses() {
        return Awaitility.await().pollInterval(IterativePollInterval.iterative(Waiting::longer, POLL));
    }

    private static Duration longer(Duration last) {
        return last.compareTo(POLL_MAX) < 0 ? last.plus(last.dividedBy(2)) : last;
    }
}
