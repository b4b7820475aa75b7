package dev.assent.core.adapter;

import dev.assent.harness.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A second process that runs a main class with this one's class path. It ends when its input ends. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Starts the process; {@code prefix} is what to run it under, such as a tracer. */
    static ChildJvm start(List<String> prefix, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(TestJvm.command(main, (Object[]) arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** The next line that the process prints. */
    String readLine() throws IOException {
        return output.readLine();
    }

    /** Gives it a line to read. */
    void writeLine(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    /** Kills the process as kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends its input and waits for its end. */
    int end() throws IOException, InterruptedException {
        process.outputWriter().close();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
