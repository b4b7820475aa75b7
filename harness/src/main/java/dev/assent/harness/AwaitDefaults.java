package dev.assent.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * What {@code await()} does in all tests. It looks at once and then ever less often: most conditions hold soon, and a look may
 * ask a database. It gives up so late that no slow machine makes a test fail, but before {@link HangWatch} ends the JVM.
 */
public final class AwaitDefaults implements LauncherSessionListener {
    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration POLL_MAX = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** Made by the launcher. */
    public AwaitDefaults() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(IterativePollInterval.iterative(AwaitDefaults::longer, POLL));
        Awaitility.setDefaultTimeout(TIMEOUT);
    }

    private static Duration longer(Duration last) {
        return last.compareTo(POLL_MAX) < 0 ? last.plus(last.dividedBy(2)) : last;
    }
}
