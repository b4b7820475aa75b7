package dev.assent.server.run;

import dev.assent.harness.TestJvm;
import dev.assent.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A command of Assent's in a process of its own, with its output line by line. Closing this kills it. */
final class CommandProcess implements AutoCloseable {

    private final Process process;
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();
    private final List<Thread> readers;

    private CommandProcess(Process process) {
        this.process = process;
        this.readers = List.of(reader(process.getInputStream(), out), reader(process.getErrorStream(), err));
    }

    static CommandProcess start(String... arguments) throws IOException {
        return new CommandProcess(new ProcessBuilder(TestJvm.command(Main.class, (Object[]) arguments)).start());
    }

    private static Thread reader(InputStream stream, List<String> lines) {
        Thread thread = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException ended) {
                // the process was killed
            }
        });
        thread.start();
        return thread;
    }

    /** Its standard output up to now. */
    List<String> out() {
        return out;
    }

    /** Its standard error up to now. */
    List<String> err() {
        return err;
    }

    /** Sends SIGTERM; the exit status. */
    int terminate() throws InterruptedException {
        signal();
        return end();
    }

    /** Sends SIGTERM. */
    void signal() {
        process.toHandle().destroy(); // Process.destroy closes the streams
    }

    /** Waits until it ends by itself; the exit status. */
    int end() throws InterruptedException {
        process.waitFor();
        for (Thread each : readers) {
            each.join();
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
