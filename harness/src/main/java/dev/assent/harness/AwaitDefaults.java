package dev.assent.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * What {@code await()} does in all tests: it looks often, since most conditions hold soon, and gives up so late that no slow
 * machine makes a test fail, but before {@link HangWatch} ends the JVM.
 */
public final class AwaitDefaults implements LauncherSessionListener {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** Made by the launcher. */
    public AwaitDefaults() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollInterval(POLL_INTERVAL);
        Awaitility.setDefaultPollDelay(POLL_INTERVAL);
        Awaitility.setDefaultTimeout(TIMEOUT);
    }
}
