package dev.assent.lab.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A network for a run alone, in which nobody else's bytes are counted: a network namespace of Linux, where the system lets a
 * user make one. The run goes on in a process inside of it.
 */
final class Network {
    /** Set in a process that is inside. */
    private static final String INSIDE = "ASSENT_LAB_NETWORK";

    private static final List<String> PROGRAMS = List.of("unshare", "ip");
    private static final List<String> ENTER = List.of("unshare", "--map-root-user", "--net", "--kill-child=TERM");
    private static final String UP = "ip link set lo up && exec \"$@\"";
    private static final int TRY_SECONDS_MAX = 10;

    private Network() {}

    /** Whether this process is inside of one. */
    static boolean isPrivate() {
        return System.getenv(INSIDE) != null;
    }

    /** For people. */
    static String title() {
        return isPrivate() ? "a network namespace of its own" : "loopback, with all others of this machine";
    }

    /** Whether one can be made here. */
    static boolean canBeMade() {
        return PROGRAMS.stream().allMatch(Network::isOnPath) && isDone(entered(List.of("true")));
    }

    private static boolean isOnPath(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<String> entered(List<String> command) {
        List<String> all = new ArrayList<>(ENTER);
        all.addAll(List.of("sh", "-c", UP, "sh"));
        all.addAll(command);
        return all;
    }

    private static boolean isDone(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(TRY_SECONDS_MAX, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException refused) {
            return false;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Inside of one this process ends when the one outside does, however that ends: then its input does. */
    static void endWithTheOneOutside() {
        if (isPrivate()) {
            Thread watch = new Thread(
                    () -> {
                        try {
                            while (System.in.read() >= 0) {
                                // nothing is said
                            }
                        } catch (IOException closed) {
                            // as good as its end
                        }
                        System.exit(1);
                    },
                    "network-watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    /**
     * Runs this program again inside of one.
     *
     * @param main its main class
     * @param arguments of the program
     * @return its exit status
     */
    static int runInside(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(entered(command))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(INSIDE, "1");
        Process inside = builder.start();
        Thread atExit = new Thread(inside::destroy, "network-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        return inside.waitFor();
    }
}
