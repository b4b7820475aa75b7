package dev.assent.mutation;

import dev.assent.harness.TestJvm;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs tests, seen from the process that started it.
 *
 * <p>Thread safety: used by one thread.
 */
final class MinionJvm implements AutoCloseable {
    private static final int START_MILLIS_MAX = 60_000;

    private final Process process;
    private final Socket socket;
    private final ObjectOutputStream out;
    private final ObjectInputStream in;

    /** The JVM ended during a test. */
    static final class Ended extends Exception {
        Ended(IOException cause) {
            super("the JVM ended", cause);
        }
    }

    /** A test took too long. */
    static final class TooLong extends Exception {
        TooLong(IOException cause) {
            super("too long", cause);
        }
    }

    /** Starts one, with the class path of this one, and the options that the build's tests have. */
    MinionJvm(Options options) throws IOException {
        Path files = Files.createDirectories(options.out().resolve("tmp"));
        List<String> flags = List.of(
                "-Xmx1g",
                "-Xshare:auto",
                "-Dassent.tier=" + options.tier(),
                "-Dassent.seed=" + options.seed(),
                "-Dassent.hang.seconds=0",
                "-Djava.io.tmpdir=" + files);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(START_MILLIS_MAX);
            process = new ProcessBuilder(TestJvm.command(flags, Minion.class, server.getLocalPort()))
                    .directory(options.module().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            options.out().resolve("output.txt").toFile()))
                    .start();
            socket = server.accept();
        }
        out = new ObjectOutputStream(socket.getOutputStream());
        in = new ObjectInputStream(socket.getInputStream());
    }

    /** Asks for something that has no answer. */
    void tell(Request request) throws Ended {
        try {
            out.writeObject(request);
            out.flush();
            out.reset();
        } catch (IOException e) {
            throw new Ended(e);
        }
    }

    /** Runs a test class, in this time at most. */
    Answer run(String test, long millisMax) throws Ended, TooLong {
        tell(new Request.Run(test));
        try {
            socket.setSoTimeout((int) millisMax);
            return (Answer) in.readObject();
        } catch (SocketTimeoutException e) {
            throw new TooLong(e);
        } catch (IOException e) {
            throw new Ended(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends it, whatever it does, and the processes that its tests started. */
    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        socket.close();
        try {
            process.waitFor(START_MILLIS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
