package dev.assent.lab.role;

import dev.assent.lab.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process has cost.
 *
 * @param role of the process
 * @param cpuNanos time of processors, of all threads that live, with the kernel's
 * @param memoryBytes the most that it has had resident
 */
public record Cost(String role, long cpuNanos, long memoryBytes) {
    private static final String PEAK = "VmHWM:";

    static Cost between(String role, ProcessHandle process, CpuTime before) throws IOException {
        return new Cost(role, CpuTime.of(process).since(before), peak(process));
    }

    private static long peak(ProcessHandle process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith(PEAK))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElse(0);
    }
}
