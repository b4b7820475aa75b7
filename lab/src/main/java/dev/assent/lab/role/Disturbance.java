package dev.assent.lab.role;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of a machine others have while something is measured: time of processors, in ticks of 10 ms, of all programs, and
 * of those that are measured. What a hypervisor takes away counts as of others.
 *
 * @param all of all programs
 * @param ours of the descendants of this process, itself, and whoever works in the folder of this run
 * @param nanos when that was
 */
record Disturbance(long all, long ours, long nanos) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final double TICK_NANOS = 1e7;

    /** Positions in the line of all processors, after its name: what is idle or waits for a disk is not busy. */
    private static final Set<Integer> IDLE = Set.of(3, 4);

    /** Guests' time is in users' already. */
    private static final int COUNTED = 8;

    /**
     * Until now.
     *
     * @param folder of servers that are no descendants
     */
    static Disturbance now(Path folder) throws IOException {
        String[] processors = Files.readAllLines(PROCESSES.resolve("stat"))
                .get(0)
                .substring("cpu".length())
                .strip()
                .split("\\s+");
        long all = 0;
        for (int i = 0; i < COUNTED; i++) {
            all += IDLE.contains(i) ? 0 : Long.parseLong(processors[i]);
        }
        return new Disturbance(all, ours(folder), System.nanoTime());
    }

    private static long ours(Path folder) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Set<Long> family = self.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
        family.add(self.pid());
        long ticks = 0;
        try (DirectoryStream<Path> each = OpenFiles.processes()) {
            for (Path process : each) {
                if (family.contains(Long.parseLong(process.getFileName().toString()))
                        || OpenFiles.worksIn(process, folder)) {
                    ticks += ticks(process);
                }
            }
        }
        return ticks;
    }

    private static long ticks(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            List<String> fields =
                    Arrays.asList(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
        } catch (IOException gone) {
            return 0;
        }
    }

    /** How much others have had since, in processors; 1 is one that they had all the time. */
    double since(Disturbance before) {
        double others = (all - before.all) - (ours - before.ours);
        return Math.max(0, others * TICK_NANOS / (nanos - before.nanos));
    }
}
