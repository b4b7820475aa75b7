package dev.assent.lab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The processor time of a process, as the Linux scheduler counts it: to the nanosecond, and with the time in the
 * kernel. {@link ProcessHandle} counts in steps of 10 ms only.
 *
 * @param nanosByThread of each thread that lives
 */
public record CpuTime(Map<String, Long> nanosByThread) {
    /** The time until now. */
    public static CpuTime of(ProcessHandle process) throws IOException {
        return of(LinuxProcess.of(process.pid()));
    }

    /** As {@link #of(ProcessHandle)}. */
    public static CpuTime of(LinuxProcess process) throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        Path threads = process.folder().resolve("task");
        try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
            for (Path thread : each) {
                try {
                    String text = Files.readString(thread.resolve("schedstat"));
                    nanos.put(thread.getFileName().toString(), Long.parseLong(text.substring(0, text.indexOf(' '))));
                } catch (IOException ended) {
                    // the thread has ended, perhaps while this was reading it
                }
            }
        }
        return new CpuTime(Map.copyOf(nanos));
    }

    /**
     * How much it has had since; of threads that ended meanwhile nothing is known, and nothing counts.
     *
     * @return nanoseconds
     */
    public long since(CpuTime before) {
        return nanosByThread.entrySet().stream()
                .mapToLong(each -> each.getValue() - before.nanosByThread.getOrDefault(each.getKey(), 0L))
                .sum();
    }
}
