package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Task;
import dev.assent.lab.experiment.Timed;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.transport.LabServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answers of roles, as the lab reads them, in JVMs of their own, where other code prints, too. */
@Fast
class AnswersIT {
    private static final String NOISE = "ready to fail, as a driver may print";

    private @Nullable ForkedJvm role;

    /** Has a word for whatever it does. */
    public static final class NoisyServices implements Services {
        /** Made by the server. */
        public NoisyServices() {
            System.out.println(NOISE);
        }

        @Override
        public void export(LabServer server, @Nullable DataSource database) {
            System.out.println(NOISE);
        }

        @Override
        public Map<String, Timed> timed() {
            return Map.of("work", new Timed(3, 700));
        }
    }

    /** Prints whatever it does. */
    public static final class NoisyTask implements Task {
        /** Without arguments. */
        public NoisyTask(Context context) {
            System.out.println(NOISE);
        }

        @Override
        public List<String> steps() {
            return List.of("step");
        }

        @Override
        public void run(StepObserver observer) {
            observer.begin();
            System.out.println(NOISE);
            observer.next();
        }
    }

    /** Waits for ever. */
    public static final class HangingTask implements Task {
        /** Without arguments. */
        public HangingTask(Context context) {}

        @Override
        public List<String> steps() {
            return List.of("step");
        }

        @Override
        public void run(StepObserver observer) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    /** Can't be exported. */
    public static final class BadServices implements Services {
        /** Made by the server. */
        public BadServices() {}

        @Override
        public void export(LabServer server, @Nullable DataSource database) {
            throw new IllegalStateException("no object\nto export");
        }
    }

    private ForkedJvm start(Class<?> main, String... arguments) throws IOException {
        ForkedJvm started = ForkedJvm.start(ForkedJvm.Launch.by(List.of()).small(), main, arguments);
        role = started;
        return started;
    }

    private ForkedJvm startServer(Class<? extends Services> services) throws IOException {
        return start(
                ServerRole.class, "tcp", Deployment.LOOPBACK, Deployment.LOOPBACK, "0", "memory", services.getName());
    }

    @AfterEach
    void end() {
        if (role != null) {
            role.close();
        }
    }

    @Test
    void whatOthersPrintInAServerIsNoAnswer() throws Exception {
        ForkedJvm server = startServer(NoisyServices.class);

        assertThat(server.start()).matches("ready 127\\.0\\.0\\.1:\\d+");
        assertThat(server.ask("phases")).isEqualTo("phases work 3 700");
    }

    @Test
    void whatOthersPrintInAClientIsNoAnswer() throws Exception {
        ForkedJvm client = start(ClientRole.class, "tcp", "127.0.0.1:1", "127.0.0.1:1");

        assertThat(client.start()).isEqualTo("ready");
        assertThat(client.ask("task 1 " + NoisyTask.class.getName())).isEqualTo("ready");
        assertThat(client.ask("begin")).isEqualTo("begun");
        String said = client.ask("run 5 1");
        while (Heartbeat.parse(said).isPresent()) {
            said = client.more();
        }
        assertThat(said).startsWith("ran 5 ");
        assertThat(client.ask("steps")).isEqualTo("steps 1");
        assertThat(Recording.parse(client.more()).count()).isEqualTo(5);
        assertThat(client.ask("end")).isEqualTo("ended");
    }

    /** A user who looks for the cause of a hang asks for it in this way. */
    @Test
    void whatTheJvmItselfPrintsIsNoAnswer() throws Exception {
        ForkedJvm server = startServer(NoisyServices.class);
        server.start();

        assertThat(new ProcessBuilder(
                                "kill", "-QUIT", Long.toString(server.handle().pid()))
                        .start()
                        .waitFor())
                .isZero();
        // the JVM prints in a thread of its own, so that it may take a while
        for (int i = 0; i < 2_000; i++) {
            assertThat(server.ask("phases")).isEqualTo("phases work 3 700");
        }
    }

    @Test
    void aRoleThatFailsSaysWhyInALineAndEnds() throws Exception {
        ForkedJvm server = startServer(BadServices.class);

        assertThat(server.start()).isEqualTo("failed java.lang.IllegalStateException: no object to export");
        assertThatThrownBy(server::more).isInstanceOf(IOException.class).hasMessageContaining("it ended");
    }

    /** As when the lab was killed: it is at work, and would never look at its orders again. */
    @Test
    void aRoleThatHangsEndsWithItsOrders() throws Exception {
        ForkedJvm client = start(ClientRole.class, "tcp", "127.0.0.1:1", "127.0.0.1:1");
        client.start();
        client.ask("task 1 " + HangingTask.class.getName());
        assertThat(client.ask("run 1 1")).isEqualTo("at 0");
        client.end();

        client.handle().onExit().get();
    }
}
