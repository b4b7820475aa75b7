package dev.assent.lab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process as Linux shows it in /proc. If a process belongs to another user, or has ended, the system may hide its
 * data. Then this class sees no working folder, no open file and no kernel thread.
 *
 * @param folder of it in /proc
 */
public record LinuxProcess(Path folder) {
    private static final Path ALL = Path.of("/proc");

    /**
     * The position of the flags among the fields of {@code stat} that follow the name; one flag marks kernel threads.
     */
    private static final int FLAGS = 6;

    private static final long KERNEL_THREAD = 0x0020_0000;

    /** Whether this system reports on processes in that way; if not, nothing is measured by it. */
    public static boolean areTold() {
        return areToldIn(ALL);
    }

    static boolean areToldIn(Path proc) {
        return Files.exists(proc.resolve("self").resolve("status"));
    }

    /** The one of this number. */
    public static LinuxProcess of(long id) {
        return new LinuxProcess(ALL.resolve(Long.toString(id)));
    }

    /** This one. */
    public static LinuxProcess current() {
        return of(ProcessHandle.current().pid());
    }

    /** All processes that this one sees; none on a system without /proc. */
    public static List<LinuxProcess> all() throws IOException {
        List<LinuxProcess> all = new ArrayList<>();
        if (Files.isDirectory(ALL)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(ALL, "[0-9]*")) {
                folders.forEach(each -> all.add(new LinuxProcess(each)));
            }
        }
        return all;
    }

    /** Its number. */
    public long id() {
        return Long.parseLong(folder.getFileName().toString());
    }

    /** Whether it works in a folder, which is named by its real path. */
    public boolean worksIn(Path where) {
        return leadsInto(folder.resolve("cwd"), where);
    }

    /** Whether it has a file of a folder open, which is named by its real path. */
    public boolean hasOpenIn(Path where) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("fd"))) {
            for (Path each : files) {
                if (leadsInto(each, where)) {
                    return true;
                }
            }
            return false;
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static boolean leadsInto(Path link, Path where) {
        try {
            return Files.readSymbolicLink(link).startsWith(where);
        } catch (IOException notOurs) {
            return false;
        }
    }

    /** Whether the kernel does its own work by it, such as to write what programs have forced. */
    public boolean isKernelThread() {
        try {
            String stat = Files.readString(folder.resolve("stat"));
            // the name, which comes before, may have blanks and parentheses itself
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0;
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * The value of a field of its status.
     *
     * @param name with its colon
     * @throws IOException when it has ended, or the system hides it
     */
    public Optional<String> status(String name) throws IOException {
        return Files.readAllLines(folder.resolve("status")).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst();
    }
}
