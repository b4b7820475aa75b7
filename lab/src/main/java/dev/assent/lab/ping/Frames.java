package dev.assent.lab.ping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The messages of the peers without a codec: frames of the same size, there and back, over TCP on loopback. */
final class Frames {
    /** About the size of a call without arguments: a length, an id and a name. */
    static final int BYTES = 32;

    private Frames() {}

    /** Connects, so that each write is sent at once. */
    static Socket connect(String port) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
        return socket;
    }
}
