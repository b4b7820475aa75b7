package dev.assent.lab;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A child of this process: a JVM with the same class path, which answers lines with lines. Its main class must end when
 * its input does, so that it ends with this process, however that ends.
 *
 * <p>Thread safety: one thread.
 */
public final class ForkedJvm implements AutoCloseable {
    /** The same memory and collector for all, on one processor as on many, where Java would choose others. */
    private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    /** The JVM's own output, such as warnings and thread dumps, goes to the error stream, since it is not an answer. */
    private static final List<String> PRIVATE_OUTPUT =
            List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=warning:stderr");

    /** The end of the name of a jar. */
    private static final Pattern VERSION = Pattern.compile("-\\d[^/]*$");

    /** A busy machine takes minutes to start a database. */
    private static final int ANSWER_SECONDS_MAX = 600;

    private static final int END_SECONDS_MAX = 30;
    private static final String ENDED = "it ended";

    private final String name;
    private final Process process;
    private final PrintWriter input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
    private String told = "start";

    private ForkedJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * How JVMs are started.
     *
     * @param prefix the program that starts it, with its arguments; empty for none
     * @param home of the JDK
     * @param options of the JVM
     * @param first the jars on its class path before that of this process, in place of other versions of them there
     */
    public record Launch(List<String> prefix, Path home, List<String> options, List<Path> first) {
        /** With the class path of this process. */
        public Launch(List<String> prefix, Path home, List<String> options) {
            this(prefix, home, options, List.of());
        }

        /** The JDK of this process, by a program. */
        public static Launch by(List<String> prefix) {
            return new Launch(prefix, Path.of(System.getProperty("java.home")), OPTIONS);
        }

        /** The same by another program, which starts all that started it before. */
        public Launch within(List<String> program) {
            List<String> all = new ArrayList<>(program);
            all.addAll(prefix);
            return new Launch(all, home, options, first);
        }

        /** The same with one more option of the JVM. */
        public Launch with(String option) {
            List<String> all = new ArrayList<>(options);
            all.add(option);
            return new Launch(prefix, home, all, first);
        }

        /** The same with something on its class path before that of this process. */
        public Launch first(List<Path> jars) {
            return new Launch(prefix, home, options, jars);
        }

        /** The same with little memory, and compiled only so far that it starts soon: for a process that is not measured. */
        public Launch small() {
            return new Launch(prefix, home, OPTIONS).with("-XX:TieredStopAtLevel=1");
        }
    }

    /** Starts one that is called by its arguments. */
    public static ForkedJvm start(Launch launch, Class<?> main, String... arguments) throws IOException {
        return start(String.join(" ", arguments), launch, main, List.of(arguments));
    }

    /**
     * Starts one; its errors go where those of this process go.
     *
     * @param name for people
     */
    public static ForkedJvm start(String name, Launch launch, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(launch.prefix());
        command.add(launch.home().resolve("bin").resolve("java").toString());
        command.addAll(PRIVATE_OUTPUT);
        command.addAll(launch.options());
        String classPath = classPath(launch.first(), System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ForkedJvm(name, process);
    }

    /**
     * If a jar comes first, no other version of it follows: otherwise the JVM would find classes that only the other
     * version has.
     */
    static String classPath(List<Path> first, String own) {
        Set<String> artifacts = first.stream().map(ForkedJvm::artifact).collect(Collectors.toSet());
        return Stream.concat(
                        first.stream().map(Path::toString),
                        Stream.of(own.split(File.pathSeparator, -1))
                                .filter(each -> !isJar(each) || !artifacts.contains(artifact(Path.of(each)))))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isJar(String entry) {
        return entry.endsWith(".jar");
    }

    /** The name of a jar without its version. */
    private static String artifact(Path jar) {
        return VERSION.matcher(String.valueOf(jar.getFileName())).replaceFirst("");
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(line);
            }
        } catch (IOException closed) {
            // as good as its end
        }
        output.add(ENDED);
    }

    /** Its process. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * The first line that it says by itself.
     *
     * @throws IOException when there is none
     */
    public String start() throws IOException {
        return more();
    }

    /**
     * Says a line to it, and waits for its answer.
     *
     * @throws IOException when there is none
     */
    public String ask(String line) throws IOException {
        tell(line);
        return more();
    }

    /** Says a line to it, whose answers are those of {@link #more}. */
    public void tell(String line) {
        told = line;
        input.println(line);
    }

    /**
     * The next line of an answer that has several.
     *
     * @throws IOException when there is none
     */
    public String more() throws IOException {
        @Nullable String answer;
        try {
            answer = output.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("this one was interrupted", e);
        }
        if (answer == null) {
            throw failed("said nothing for " + ANSWER_SECONDS_MAX + " s", null);
        }
        if (answer.equals(ENDED)) {
            output.add(ENDED);
            throw failed(ENDED, null);
        }
        return answer;
    }

    private IOException failed(String what, @Nullable Exception cause) {
        return new IOException(MESSAGES.processFailed(name, told, what), cause);
    }

    /** Ends its input, so that it ends soon. */
    public void end() {
        input.close();
    }

    /** Ends its input, so that it ends, and waits until it is gone; one that does not end is killed. */
    @Override
    public void close() {
        end();
        boolean isInterrupted = false;
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
            process.destroyForcibly();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
