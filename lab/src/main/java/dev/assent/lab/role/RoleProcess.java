package dev.assent.lab.role;

import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import dev.assent.lab.LinuxProcess;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The process of a role: its JVM, and, for one with a server of a database, those of that, which are no children of it and
 * are known by the folder that they work in. They end with it, also when it was killed. Used by one thread.
 *
 * @param jvm of the role
 * @param folder of the server; null for a role without one
 */
record RoleProcess(ForkedJvm jvm, @Nullable Path folder) implements AutoCloseable {
    private static final String PEAK = "VmHWM:";

    /** The system may take this long to end a killed process: ten seconds. */
    private static final int TRIES_MAX = 1_000;

    private static final long TRY_AGAIN_NANOS = 10_000_000;

    /** Waits until it has ended, after an order to end; kills the processes that it leaves. */
    @Override
    public void close() {
        jvm.close();
        if (folder != null) {
            try {
                endServer(folder);
            } catch (IOException hidden) {
                // a later delete of the folder reports that it is still in use
            }
        }
    }

    private static void endServer(Path folder) throws IOException {
        List<LinuxProcess> left = workingIn(folder);
        for (int tries = 0; !left.isEmpty() && tries < TRIES_MAX; tries++) {
            left.forEach(each -> ProcessHandle.of(each.id()).ifPresent(ProcessHandle::destroyForcibly));
            LockSupport.parkNanos(TRY_AGAIN_NANOS);
            left = workingIn(folder);
        }
    }

    private static List<LinuxProcess> workingIn(Path folder) throws IOException {
        return LinuxProcess.all().stream().filter(each -> each.worksIn(folder)).toList();
    }

    private List<LinuxProcess> all() throws IOException {
        List<LinuxProcess> all =
                new ArrayList<>(List.of(LinuxProcess.of(jvm.handle().pid())));
        if (folder != null) {
            all.addAll(workingIn(folder));
        }
        return all;
    }

    /** The processor time of all its processes, until now. */
    CpuTime cpuTime() throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        for (LinuxProcess each : all()) {
            try {
                nanos.putAll(CpuTime.of(each).nanosByThread());
            } catch (NoSuchFileException ended) {
                // a process that a database server has had for a moment
            }
        }
        return new CpuTime(Map.copyOf(nanos));
    }

    /** The largest resident size of each process, added up; shared memory counts for each. */
    long memoryBytes() throws IOException {
        long sum = 0;
        for (LinuxProcess each : all()) {
            try {
                sum += each.status(PEAK)
                        .map(peak -> Long.parseLong(peak.replaceAll("\\D", "")) * 1_024)
                        .orElse(0L);
            } catch (NoSuchFileException ended) {
                // as above
            }
        }
        return sum;
    }
}
