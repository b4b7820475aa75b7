package dev.assent.mutation;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherFactory;

/** The program of a JVM that runs tests. It does what the process that started it asks for, and ends with it. */
final class Minion {
    private Minion() {}

    /** Its argument is the port where its requests come from. */
    public static void main(String[] args) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                ObjectOutputStream out = new ObjectOutputStream(socket.getOutputStream());
                ObjectInputStream in = new ObjectInputStream(socket.getInputStream());
                LauncherSession session = LauncherFactory.openSession()) {
            serve(in, out, session.getLauncher());
        } catch (EOFException e) {
            // the other process has no more requests
        }
        Runtime.getRuntime().halt(0); // tests of mutants leave threads
    }

    private static void serve(ObjectInputStream in, ObjectOutputStream out, Launcher launcher)
            throws IOException, ClassNotFoundException {
        FreshLoader loader = new FreshLoader((name, real) -> real);
        while (true) {
            Request request = (Request) in.readObject();
            if (request instanceof Request.Watch watch) {
                Compiled main = new Compiled(Path.of(watch.folder()));
                Lines.take();
                loader = new FreshLoader((name, real) -> main.has(name) ? Lines.watched(name, real) : real);
            } else if (request instanceof Request.Mutate mutant) {
                loader = new FreshLoader((name, real) -> name.equals(mutant.type()) ? mutant.bytes() : real);
            } else if (request instanceof Request.Run run) {
                Answer answer = TestRun.of(run.test(), loader, launcher);
                out.writeObject(new Answer(answer.tests(), answer.failure(), answer.nanos(), Lines.take()));
                out.flush();
                out.reset();
            }
        }
    }
}
