package dev.assent.lab.ping;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes there and back, and nothing else: what TCP and the system cost, so that no call over TCP can cost less. A
 * connection and a blocking thread on both sides for each thread that calls.
 */
final class Echo implements PingClient {
    private final String port;
    private final List<Socket> sockets = new ArrayList<>();

    private Echo(String port) {
        this.port = port;
    }

    static PingServer serve() throws IOException {
        return Acceptor.open(Echo::echo);
    }

    private static void echo(Socket connection) throws IOException {
        InputStream in = connection.getInputStream();
        OutputStream out = connection.getOutputStream();
        byte[] frame = new byte[Frames.BYTES];
        while (in.readNBytes(frame, 0, frame.length) == frame.length) {
            out.write(frame);
        }
    }

    static PingClient connect(String port) {
        return new Echo(port);
    }

    @Override
    public Pinger open() throws IOException {
        Socket socket = Frames.connect(port);
        sockets.add(socket);
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        byte[] sent = new byte[Frames.BYTES];
        Arrays.fill(sent, (byte) ~0);
        byte[] received = new byte[Frames.BYTES];
        return () -> {
            out.write(sent);
            if (in.readNBytes(received, 0, received.length) < received.length) {
                throw new EOFException("the server has closed the connection");
            }
            if (!Arrays.equals(sent, received)) {
                throw new StreamCorruptedException("port " + port + " is not an echo's");
            }
        };
    }

    @Override
    public void close() throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }
}
