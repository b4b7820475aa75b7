package dev.assent.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The defaults of {@code await()} in all tests. It checks at once and then less often: most conditions hold soon, and a
 * check may ask a database. Its limit allows for slow machines, but ends before {@link HangWatch} ends the JVM.
 */
public final class AwaitDefaults implements LauncherSessionListener {
    private static final Duration LOOK_MAX = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** Made by the launcher. */
    public AwaitDefaults() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(Looks.rarerUpTo(LOOK_MAX));
        Awaitility.setDefaultTimeout(TIMEOUT);
    }
}
