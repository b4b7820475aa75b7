package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of dead runs are deleted, unless a process still uses them. */
@Fast
class RoleFolderIT {
    @TempDir
    Path results;

    private Path dead;
    private Path data;

    @BeforeEach
    void leaveAFolder() throws IOException {
        dead = Files.createDirectory(results.resolve("roles-of-run-1"));
        data = Files.createDirectories(dead.resolve("setup-1-database-1").resolve("data"));
        Files.writeString(data.resolve("file"), "rows");
        Files.writeString(results.resolve("lab.mv.db"), "results");
    }

    /** A process that has it until its input ends. */
    private static Process having(Path folder, String command) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", command + " && echo ready && exec cat")
                .directory(folder.toFile())
                .start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    private static void end(Process process) throws Exception {
        process.getOutputStream().close();
        process.waitFor();
    }

    private List<String> left() throws IOException {
        try (var all = Files.list(results)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatADeadRunHasLeftGoesWithTheNextRunAndNothingElseDoes() throws Exception {
        try (RoleFolder next = RoleFolder.make(results, 2)) {
            assertThat(left()).containsExactly("lab.mv.db", "roles-of-run-2");
            Files.writeString(next.path().resolve("file"), "rows");
        }
        assertThat(left()).containsExactly("lab.mv.db");
    }

    @Test
    void whatAProcessStillWorksInStaysUntilItEnds() throws Exception {
        Process server = having(data, "true");

        assertStaysUntilTheEndOf(server);
    }

    @Test
    void whatAProcessStillHasOpenStaysUntilItEnds() throws Exception {
        Process server = having(results.getParent(), "exec 3>>" + data.resolve("file"));

        assertStaysUntilTheEndOf(server);
    }

    /** It ends while the next run goes on, so that its folder goes at the end of that. */
    private void assertStaysUntilTheEndOf(Process server) throws Exception {
        try (RoleFolder next = RoleFolder.make(results, 2)) {
            assertThat(data.resolve("file")).hasContent("rows");
            assertThat(next.path()).isEmptyDirectory();
            end(server);
        } finally {
            server.destroyForcibly();
        }
        assertThat(left()).containsExactly("lab.mv.db");
    }
}
