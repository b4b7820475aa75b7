package dev.assent.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Ends a JVM whose tests hang. It prints the running tests, those that failed before, and the threads of the JVM and
 * its child JVMs, and halts the JVM. Tests hang if none has begun, ended or made {@linkplain #progress() progress} for
 * {@code assent.hang.seconds}: twenty minutes by default, 0 for no limit. On a machine with high load the limit is up
 * to twice as long.
 *
 * <p>Thread safety: the launcher's threads report to it; one thread of its own checks.
 */
public final class HangWatch implements TestExecutionListener {
    /** The exit status of a JVM whose tests hang. */
    static final int STATUS = 99;

    private static final long LIMIT_SECONDS = Long.getLong("assent.hang.seconds", 1_200);

    /** In a container, the load may be that of the whole host. */
    private static final double SLOWNESS_MAX = 2;

    private static final long JCMD_SECONDS_MAX = 60;
    private static final long FLUSH_MILLIS = 2_000;

    private static final AtomicLong EVENTS = new AtomicLong();

    private final Set<TestIdentifier> running = ConcurrentHashMap.newKeySet();

    /** Failures so far: they are often why the next test hangs, and a hanging run would not report them. */
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /** Made by the launcher. */
    public HangWatch() {}

    /** Reports that a long test makes progress. */
    public static void progress() {
        EVENTS.incrementAndGet();
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (LIMIT_SECONDS > 0) {
            Thread watch = new Thread(this::watch, "hang-watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        running.add(test);
        progress();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        running.remove(test);
        result.getThrowable().ifPresent(why -> failures.add(name(test) + ": " + why));
        progress();
    }

    private void watch() {
        double quietSeconds = 0; // as they would be on a quiet machine
        long since = System.nanoTime();
        long seen = -1;
        while (quietSeconds < LIMIT_SECONDS) {
            pause(1_000);
            long now = EVENTS.get();
            if (now != seen || running.isEmpty()) {
                quietSeconds = 0;
                since = System.nanoTime();
                seen = now;
            } else {
                quietSeconds += 1 / slowness();
            }
        }
        System.err.println(report(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since)));
        System.err.flush();
        pause(FLUSH_MILLIS); // another thread sends the output to the build
        // the build waits until nobody has the test's output open, and the processes that the test started have it
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(STATUS);
    }

    /** How many times as long as on a quiet machine work takes here. */
    private static double slowness() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return Math.min(SLOWNESS_MAX, Math.max(1, load / Runtime.getRuntime().availableProcessors()));
    }

    private String report(long seconds) {
        String tests = running.stream().map(HangWatch::name).sorted().collect(Collectors.joining("\n  "));
        ProcessHandle self = ProcessHandle.current();
        String threads = Stream.concat(Stream.of(self), self.descendants().filter(HangWatch::isJava))
                .map(process -> "\nthreads of process " + process.pid() + ":\n" + threads(process))
                .collect(Collectors.joining());
        return "a test hangs: none has begun, ended or made progress for " + seconds
                + " s (-Dassent.hang.seconds=N, more on a busy machine). Running:\n  " + tests
                + (failures.isEmpty() ? "" : "\nfailed before:\n  " + String.join("\n  ", failures)) + threads;
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getClassName() + "." + ((MethodSource) source).getMethodName()
                        + " " + test.getDisplayName())
                .orElse(test.getDisplayName());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    private static String threads(ProcessHandle process) {
        try {
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            Process asked = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "Thread.print", "-l")
                    .redirectErrorStream(true)
                    .start();
            asked.getOutputStream().close();
            Thread limit = new Thread(() -> endLate(asked), "hang-watch-limit");
            limit.setDaemon(true);
            limit.start();
            return new String(asked.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            return "unknown: " + e;
        }
    }

    private static void endLate(Process asked) {
        try {
            if (!asked.waitFor(JCMD_SECONDS_MAX, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
            }
        } catch (InterruptedException e) {
            asked.destroyForcibly();
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            // no other thread interrupts this one
        }
    }
}
