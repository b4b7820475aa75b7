package dev.assent.lab.network;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.LinuxProcess;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The processors of this machine, by their numbers. */
public final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /**
     * Those that this process may use.
     *
     * @throws IOException when the system does not tell
     */
    public static List<Integer> allowed() throws IOException {
        if (!LinuxProcess.areTold()) {
            throw new IOException(
                    MESSAGES.systemRefused("this system does not report which processors a process may use"));
        }
        return LinuxProcess.current()
                .status(ALLOWED)
                .map(Processors::parse)
                .orElseThrow(() -> new IOException("/proc/self/status has no " + ALLOWED));
    }

    /** A list of numbers and ranges, such as 0,2-3. */
    static List<Integer> parse(String list) {
        return Arrays.stream(list.split(","))
                .map(each -> each.split("-"))
                .flatMapToInt(range ->
                        IntStream.rangeClosed(Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1])))
                .boxed()
                .toList();
    }

    /** The last one: the system's own work is most often on the first. */
    public static int last() throws IOException {
        List<Integer> allowed = allowed();
        return allowed.get(allowed.size() - 1);
    }

    /** The words before a command that let the process run on this processor only. */
    public static List<String> prefix(int processor) {
        return List.of("taskset", "--cpu-list", Integer.toString(processor));
    }

    /**
     * From now on this process, and all that it starts, runs on this one only.
     *
     * @throws IOException when the system does not allow it
     */
    static void keepTo(int processor) throws IOException {
        try {
            SystemProgram.run(List.of(
                    "taskset",
                    "--all-tasks",
                    "--cpu-list",
                    "--pid",
                    Integer.toString(processor),
                    Long.toString(ProcessHandle.current().pid())));
        } catch (IOException refused) {
            throw new IOException(MESSAGES.systemRefused(refused.getMessage()), refused);
        }
    }
}
