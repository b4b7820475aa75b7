package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Sampled;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.LinuxProcess;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.transport.LabServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However the processes of a setup end, none is left. */
@Sampled(tests = 1)
class RoleProcessesIT {
    @TempDir
    Path temporary;

    private Path folder;

    /** Exports nothing, and leaves a temporary file. */
    public static final class NoServices implements Services {
        /** Made by the server. */
        public NoServices() {}

        @Override
        public void export(LabServer server, @Nullable DataSource database) throws IOException {
            Files.createTempFile("left-", ".tmp");
        }
    }

    @BeforeEach
    void find() throws IOException {
        folder = temporary.toRealPath();
    }

    private RoleProcesses start(Setup setup) throws IOException {
        ForkedJvm.Launch launch = ForkedJvm.Launch.by(List.of()).small();
        Deployment deployment =
                Hosts.open(new Hosts.Wanted(1, false, false, 0), launch).deployment();
        return RoleProcesses.start(
                setup, NoServices.class, deployment, new RoleProcesses.Folders(folder.resolve("setup-1"), folder));
    }

    private static List<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).toList();
    }

    /** They are where all else of the setup is, and so are deleted with it. */
    private List<String> temporaryFiles() throws IOException {
        try (var files = Files.list(folder.resolve("setup-1"))) {
            return files.map(each -> each.getFileName().toString()).toList();
        }
    }

    private List<LinuxProcess> servers() throws IOException {
        return LinuxProcess.all().stream().filter(each -> each.worksIn(folder)).toList();
    }

    @Test
    void theServerOfADatabaseEndsAlsoWhenItsKeeperWasKilled() throws Exception {
        List<Long> before = children();
        try (RoleProcesses roles = start(new Setup("native", LabDatabase.of("postgresql"), 1, false, false, ""))) {
            assertThat(roles.roles()).containsOnlyKeys("database-of-database-1", "server-1", "client");
            assertThat(servers()).isNotEmpty();
            assertThat(temporaryFiles()).anyMatch(each -> each.startsWith("left-"));
            ForkedJvm keeper = Objects.requireNonNull(roles.roles().get("database-of-database-1"))
                    .jvm();
            keeper.handle().destroyForcibly();
            keeper.handle().onExit().get();
            assertThat(servers()).isNotEmpty();
        }

        assertThat(servers()).isEmpty();
        assertThat(children()).isSubsetOf(before);
    }

    @Test
    void whenOneDoesNotStartAllThatWereStartedEnd() throws Exception {
        List<Long> before = children();

        assertThatThrownBy(() -> start(new Setup("rmi", LabDatabase.of("postgresql"), 1, false, false, "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a database is for transports with transactions");
        assertThat(children()).isSubsetOf(before);
        assertThat(servers()).isEmpty();
    }
}
