package dev.assent.harness;

import java.time.Duration;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/** How often {@code await()} checks its condition. */
public final class Looks {
    private static final Duration FIRST = Duration.ofMillis(2);

    private Looks() {}

    /** Less and less often: after two milliseconds first, then after half as long again each time, up to a limit. */
    public static PollInterval rarerUpTo(Duration longest) {
        return IterativePollInterval.iterative(last -> longer(last, longest), FIRST);
    }

    private static Duration longer(Duration last, Duration longest) {
        Duration next = last.plus(last.dividedBy(2));
        return next.compareTo(longest) < 0 ? next : longest;
    }
}
