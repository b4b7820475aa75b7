package dev.assent.lab.network;

import dev.assent.lab.EndOfInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A network for a run alone, in which the system counts no other program's bytes: a network namespace of Linux, where
 * the system lets a user make one. The run goes on in a process inside of it.
 */
public final class PrivateNetwork {
    /** Set in a process that is inside. */
    private static final String INSIDE = "ASSENT_LAB_NETWORK";

    private static final List<String> ENTER = List.of("unshare", "--map-root-user", "--net", "--kill-child=TERM");
    private static final String UP = "ip link set lo up && exec \"$@\"";
    private static final int END_SECONDS_MAX = 60;

    private PrivateNetwork() {}

    /** Whether this process is inside of one. */
    public static boolean isInside() {
        return System.getenv(INSIDE) != null;
    }

    /** Why none can be made here; empty when one can. */
    public static Optional<String> refusal() {
        try {
            SystemProgram.requireOnPath("ip");
            SystemProgram.run(entered(List.of("true")));
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    private static List<String> entered(List<String> command) {
        List<String> all = new ArrayList<>(ENTER);
        all.addAll(List.of("sh", "-c", UP, "sh"));
        all.addAll(command);
        return all;
    }

    /**
     * Runs this program again inside of one. The input of the inner process lasts as long as this process: it ends when
     * this one ends, or is asked to end.
     *
     * @param main its main class
     * @param arguments of the program
     * @param environment of its own, beside that of this process
     * @return its exit status
     */
    public static int runInside(Class<?> main, List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
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
        builder.environment().putAll(environment);
        Process inside = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(inside), "network-end"));
        return inside.waitFor();
    }

    /** Tells it to end, and waits until it has written its report. */
    private static void end(Process inside) {
        try {
            inside.getOutputStream().close();
            inside.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException gone) {
            inside.destroy();
        }
    }

    /** Inside of one this process ends when the one outside does, however that ends: then its input does. */
    public static void endWithTheOneOutside() {
        if (isInside()) {
            Thread watch = new Thread(PrivateNetwork::awaitEndOfInput, "network-watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    private static void awaitEndOfInput() {
        try {
            EndOfInput.await();
        } catch (IOException closed) {
            // as good as its end
        }
        System.exit(1);
    }
}
