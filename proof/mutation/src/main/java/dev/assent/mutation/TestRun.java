package dev.assent.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;

/**
 * One run of one test class, until the first failure.
 *
 * <p>Thread safety: the threads of JUnit report to it.
 */
final class TestRun implements TestExecutionListener {
    private final CancellationToken end = CancellationToken.create();
    private final AtomicInteger tests = new AtomicInteger();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private TestRun() {}

    /** Runs a class of this loader. */
    static Answer of(String test, ClassLoader loader, Launcher launcher) {
        TestRun run = new TestRun();
        Thread.currentThread().setContextClassLoader(loader);
        long start = System.nanoTime();
        try {
            launcher.execute(LauncherExecutionRequestBuilder.request(LauncherDiscoveryRequestBuilder.discoveryRequest()
                            .selectors(selectClass(Class.forName(test, false, loader)))
                            .build())
                    .listeners(run)
                    .cancellationToken(run.end)
                    .build());
        } catch (Throwable e) { // the mutant's fault: the same class has run without it
            run.failure.compareAndSet(null, test + ": " + e);
        }
        return new Answer(run.tests.get(), run.failure.get(), System.nanoTime() - start, List.of());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            tests.incrementAndGet();
        }
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            String why = result.getThrowable().map(Throwable::toString).orElse("");
            failure.compareAndSet(null, test.getDisplayName() + ": " + why);
            end.cancel();
        }
    }
}
