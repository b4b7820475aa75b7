package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.harness.Fast;
import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The two processes that call each other. */
@Fast
class PingIT {
    @Test
    void aProcessWhoseClientHasFailedIsOfNoUse() throws Exception {
        try (ForkedJvm client =
                ForkedJvm.start(ForkedJvm.Launch.by(List.of()), PingSide.class, "client", "ECHO", "no port")) {
            client.start();
            assertThatThrownBy(() -> client.ask(new Slice.Order(1, 1, false).toText()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ASSENT-7002")
                    .hasMessageContaining("client ECHO no port");
        }
    }

    @Test
    void aSideThatFailsSaysWhyOnOneLineAndEndsWithStatusOne() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        Process side =
                new ProcessBuilder(java, "-cp", classes, PingSide.class.getName(), "client", "ECHO", "1").start();
        try (BufferedReader errors = side.errorReader();
                PrintWriter orders = new PrintWriter(side.outputWriter(), true)) {
            orders.println(new Slice.Order(1, 1, true).toText());

            assertThat(errors.lines())
                    .containsExactly("lab: client ECHO 1 failed: java.lang.IllegalArgumentException:"
                            + " no transaction can be in a call of " + Echo.class.getName());
            side.waitFor();
            assertThat(side.exitValue()).isEqualTo(1);
        } finally {
            side.destroyForcibly();
        }
    }

    @Test
    void bothProcessesEndWhenWhoStartedThemIsKilled() throws Exception {
        ForkedJvm starter = ForkedJvm.start(ForkedJvm.Launch.by(List.of()), Starter.class);
        try {
            starter.start();
            List<ProcessHandle> both = starter.handle().children().toList();
            assertThat(both).hasSize(2);

            starter.handle().destroyForcibly();

            await().until(() -> both.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            starter.close();
        }
    }

    @Test
    void whatAThreadHasHadOfProcessorsIsCounted() throws Exception {
        long burntNanos = TimeUnit.MILLISECONDS.toNanos(50);
        CountDownLatch burnt = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(1);
        CpuTime before = CpuTime.of(ProcessHandle.current());
        Thread thread = new Thread(() -> {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            while (threads.getCurrentThreadCpuTime() < burntNanos) {
                Thread.onSpinWait();
            }
            burnt.countDown();
            awaitUninterrupted(counted);
        });
        thread.start();
        try {
            burnt.await();
            await().until(() -> CpuTime.of(ProcessHandle.current()).since(before) >= burntNanos);
        } finally {
            counted.countDown();
            thread.join();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts a pair, and is killed. */
    static final class Starter {
        private Starter() {}

        /** Runs until its input ends. */
        public static void main(String[] arguments) throws IOException {
            try (Pair pair = Pair.start(Placement.UNPINNED, Peer.ECHO)) {
                System.out.println(pair);
                System.in.read();
            }
        }
    }
}
