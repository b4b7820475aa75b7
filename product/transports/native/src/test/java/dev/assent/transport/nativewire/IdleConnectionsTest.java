package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.nativewire.assembly.SparingNotices;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ten thousand connections that say nothing, of a process of their own, leave a server to those who do. */
@Sampled(tests = 1)
class IdleConnectionsTest extends AttackedServer {
    private static final int COUNT = 10_000;

    /** The other handles that a test needs. */
    private static final int OTHER_HANDLES = 500;

    /** A process with connections. */
    private record Idle(Process process, BufferedReader output) implements AutoCloseable {
        static Idle start(int port, String kind) throws IOException {
            List<String> command = TestJvm.command(List.of("-Xmx256m"), IdleSide.class, port, COUNT, kind);
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Idle(process, process.inputReader());
        }

        void assertSays(String line) throws IOException {
            assertThat(output.readLine()).isEqualTo(line);
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    /** A process may have as many as this one. */
    @BeforeEach
    void assumeEnoughHandles() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            assumeThat(unix.getMaxFileDescriptorCount())
                    .as("file handles of a process, ulimit -n")
                    .isGreaterThanOrEqualTo(COUNT + OTHER_HANDLES);
        }
    }

    private Idle idle(String kind) throws IOException {
        Idle started = Idle.start(port(), kind);
        open.add(0, started); // it ends before the server
        started.assertSays("open");
        return started;
    }

    @Test
    void thoseThatAreIntroducedAreKeptAndHarmless() throws Exception {
        serve(plain());
        try (Idle idle = idle("introduced")) {
            assertUnharmed(plain());
            assertThat(idle.process().isAlive()).isTrue();
        }
        assertUnharmed(plain());
        assertThat(notices.all()).isEmpty();
    }

    @Test
    void oneMoreThanTheLimitIsClosedWithOneLineAndThereIsRoomWhenTheyEnd() throws Exception {
        serve(plain().with(NativeSetting.CONNECTIONS_MAX, COUNT));
        try (Idle idle = idle("introduced")) {
            TcpTransport another =
                    made(plain().with(NativeSetting.CONNECT_MILLIS_MAX, 2_000), GOOD, new RecordingNotices());
            assertThat(idle.process().isAlive()).isTrue();
            assertThat(ask(another, address(), new Request.Begin(1))).isInstanceOf(Response.Unanswered.class);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(notices.of(CROWDED)).isNotEmpty());
            assertThat(notices.all())
                    .allMatch(line ->
                            line.contains(COUNT + " connections are open, the limit 'transport.NAME.connections-max'"));
        }
        assertUnharmedAtLast();
    }

    @Test
    void thoseThatSayNothingAreClosedAndTheLogIsNotFilled() throws Exception {
        long sinceNanos = System.nanoTime();
        serve(plain().with(NativeSetting.CONNECT_MILLIS_MAX, 2_000));
        Idle idle = idle("silent");
        assertUnharmedAtLast();
        idle.assertSays("closed");
        assertUnharmedAtLast();
        long minutes = 1 + TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - sinceNanos);
        assertThat(notices.of(REFUSED)).isNotEmpty().allMatch(line -> line.contains("no hello"));
        assertThat(notices.all()).hasSizeLessThanOrEqualTo((int) minutes * (SparingNotices.LINES_MAX + 1));
    }
}
