package dev.assent.lab.role;

import dev.assent.lab.CpuTime;
import dev.assent.lab.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of a machine other programs use during a measurement: the time that the scheduler has given to threads of
 * other processes, to the nanosecond, and the time that a hypervisor has taken away.
 *
 * <p>Threads of the kernel are not others: they work for programs, such as to write forced data or to send packets. In
 * a run that forces its logs they work mostly for ours. Another program that makes them work has threads of its own,
 * which count.
 *
 * <p>It does not see processes that ended meanwhile, and those that this system hides, such as those of other
 * containers.
 *
 * @param others each thread's time until then
 * @param stolenNanos the time that a hypervisor has taken away, in steps of 10 ms
 * @param nanos when that was
 */
record Disturbance(CpuTime others, long stolenNanos, long nanos) {
    /**
     * A shorter time says nothing. The time of a running thread is some milliseconds old, for each processor, and that
     * must be little beside a tenth of a processor.
     */
    static final long NANOS_MIN = 100_000_000;

    /** For a system that does not report it. */
    static final Disturbance UNKNOWN = new Disturbance(new CpuTime(Map.of()), 0, 0);

    private static final Path PROCESSORS = Path.of("/proc/stat");
    private static final long TICK_NANOS = 10_000_000;

    /** Its position in the line of all processors. */
    private static final int STOLEN = 8;

    /**
     * The disturbance until now; unknown if the system does not report it. Not counted are this process, its
     * descendants, and processes that work in the folder of the run.
     *
     * @param folder the folder of servers that are not descendants
     */
    static Disturbance now(Path folder) throws IOException {
        if (!LinuxProcess.areTold()) {
            return UNKNOWN;
        }
        ProcessHandle self = ProcessHandle.current();
        Set<Long> family = self.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
        family.add(self.pid());
        Map<String, Long> others = new HashMap<>();
        for (LinuxProcess each : LinuxProcess.all()) {
            if (!family.contains(each.id()) && !each.worksIn(folder) && !each.isKernelThread()) {
                add(each, others);
            }
        }
        return new Disturbance(new CpuTime(Map.copyOf(others)), stolen(), System.nanoTime());
    }

    private static void add(LinuxProcess process, Map<String, Long> nanos) {
        try {
            nanos.putAll(CpuTime.of(process).nanosByThread());
        } catch (IOException gone) {
            // it has ended, so it disturbs no more
        }
    }

    private static long stolen() throws IOException {
        String[] all = Files.readAllLines(PROCESSORS).get(0).split("\\s+");
        return all.length > STOLEN ? Long.parseLong(all[STOLEN]) * TICK_NANOS : 0;
    }

    /**
     * How much other programs have used since.
     *
     * @return a number of processors; 1 means one processor all the time; not a number when the time is too short
     */
    double since(Disturbance before) {
        long window = nanos - before.nanos;
        return window < NANOS_MIN
                ? Double.NaN
                : (others.since(before.others) + (double) (stolenNanos - before.stolenNanos)) / window;
    }
}
