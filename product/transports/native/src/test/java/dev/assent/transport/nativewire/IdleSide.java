package dev.assent.transport.nativewire;

import dev.assent.core.fixture.Waiting;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.Hello;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that has many connections open and says nothing more by them; it needs file handles of its own. It says
 * {@code open} when it has them, {@code closed} when the other side has closed them all, and ends when its input does.
 */
final class IdleSide {
    private static final int READ_MILLIS_MAX = Waiting.MILLIS_MAX;

    private IdleSide() {}

    /** Of {@code PORT COUNT silent}, or {@code introduced}: whether each connection says hello. */
    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[1]);
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
            socket.setSoTimeout(READ_MILLIS_MAX);
            all.add(socket);
            if (arguments[2].equals("introduced")) {
                introduce(socket, i);
            }
        }
        System.out.println("open");
        Thread ending = new Thread(IdleSide::endWithInput);
        ending.setDaemon(true);
        ending.start();
        for (Socket each : all) {
            awaitEnd(each);
        }
        System.out.println("closed");
        endWithInput();
    }

    private static void introduce(Socket socket, int number) throws IOException {
        Hello hello = new Hello(
                Hello.VERSION,
                Hello.VERSION,
                false,
                Hello.ofClient(9, number),
                new Hello.Limits(1 << 20, 100, 10_000),
                "");
        Frame frame = hello.frame();
        byte[] bytes = new byte[frame.size()];
        frame.buffer().get(bytes);
        socket.getOutputStream().write(bytes);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readFully(new byte[in.readInt()]);
    }

    /** Also by a reset. */
    private static void awaitEnd(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // a refusal
            }
        } catch (SocketTimeoutException stillOpen) {
            throw new IllegalStateException("open for " + READ_MILLIS_MAX + " ms", stillOpen);
        } catch (IOException reset) {
            // as good as its end
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // nobody says anything
            }
        } catch (IOException over) {
            // as good as its end
        }
        Runtime.getRuntime().halt(0);
    }
}
