package dev.assent.lab.role;

import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a role: its JVM, and, for one with a server of a database, those of that, which are no children of it and
 * are known by the folder that they work in. Used by one thread.
 *
 * @param jvm of the role
 * @param folder of the server; null for a role without one
 */
record RoleProcesses(ForkedJvm jvm, @Nullable Path folder) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String PEAK = "VmHWM:";

    private List<ProcessHandle> all() throws IOException {
        List<ProcessHandle> all = new ArrayList<>(List.of(jvm.handle()));
        if (folder != null) {
            try (DirectoryStream<Path> each = OpenFiles.processes()) {
                for (Path process : each) {
                    if (OpenFiles.worksIn(process, folder)) {
                        ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                                .ifPresent(all::add);
                    }
                }
            }
        }
        return all;
    }

    /** Of all of them, until now. */
    CpuTime cpuTime() throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        for (ProcessHandle each : all()) {
            try {
                nanos.putAll(CpuTime.of(each).nanosByThread());
            } catch (NoSuchFileException ended) {
                // a process that a database server has had for a moment
            }
        }
        return new CpuTime(Map.copyOf(nanos));
    }

    /** The most that each has had resident, all together; what they share counts for each. */
    long memoryBytes() throws IOException {
        long sum = 0;
        for (ProcessHandle each : all()) {
            try {
                sum += peak(each);
            } catch (NoSuchFileException ended) {
                // as above
            }
        }
        return sum;
    }

    private static long peak(ProcessHandle process) throws IOException {
        return Files.readAllLines(
                        PROCESSES.resolve(Long.toString(process.pid())).resolve("status"))
                .stream()
                .filter(line -> line.startsWith(PEAK))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElse(0);
    }
}
