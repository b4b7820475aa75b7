package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Full;
import dev.assent.harness.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a folder of programs, in which another one was killed while it unpacked. */
@Full
class SharedProgramsIT {
    private static final int PROCESSES = 3;

    @TempDir
    private Path folder;

    /** Those that are unpacked, on this machine. */
    private static List<Database> databases() throws IOException {
        return ProgramsJar.here(Database.MARIADB).isPresent()
                ? List.of(Database.POSTGRESQL, Database.MARIADB)
                : List.of(Database.POSTGRESQL);
    }

    /** Starts each server and asks it something. */
    static final class Starter {
        private Starter() {}

        /** The program. */
        public static void main(String[] arguments) throws Exception {
            try (ServerFolder servers = ServerFolder.temporary()) {
                for (Database each : databases()) {
                    System.out.println(
                            each.key() + " " + servers.start(each, each.key()).query("SELECT 42"));
                }
            }
        }
    }

    @Test
    void theyUnpackOnceAndWithoutWhatWasLeft() throws Exception {
        Path half = Files.createDirectories(folder.resolve("postgresql").resolve("PG-killed"));
        Files.createSymbolicLink(half.resolve("link"), half);
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            List<String> command = TestJvm.command(List.of("-Dassent.programs=" + folder), Starter.class);
            processes.add(new ProcessBuilder(command).redirectErrorStream(true).start());
        }
        for (Process each : processes) {
            String said = new String(each.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            for (Database database : databases()) {
                assertThat(said).contains(database.key() + " [42]");
            }
            assertThat(each.waitFor()).as(said).isZero();
        }
        assertThat(half).doesNotExist();
        assertThat(files()).noneMatch(each -> each.toString().endsWith(".part"));
        assertThat(files().stream().filter(each -> each.endsWith("bin/postgres")))
                .hasSize(1);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }
}
