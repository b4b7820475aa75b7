package dev.assent.transport.soap.http;

import dev.assent.core.fixture.Waiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection, on which a test writes and reads what it wants, whatever HTTP says. */
public final class RawConnection implements AutoCloseable {
    private static final int READ_MILLIS_MAX = Waiting.MILLIS_MAX;

    private final Socket socket;
    private final InputStream in;

    RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        socket.setSoTimeout(READ_MILLIS_MAX);
    }

    /** One to a port of this machine. */
    public static RawConnection to(int port) throws IOException {
        return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** A connection to a port of this machine from another of its addresses, which counts as another host. */
    public static RawConnection from(String host, int port) throws IOException {
        return new RawConnection(new Socket("127.0.0.1", port, InetAddress.getByName(host), 0));
    }

    /** Writes each text with line ends of HTTP. */
    public RawConnection send(String... lines) throws IOException {
        socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** The line and the headers of the next message, up to an empty line; what there is when the other side closes. */
    public String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /** The next message, with a body of as many bytes as its headers say. */
    public String message() throws IOException {
        String head = head();
        String length = head.replaceAll("(?is).*content-length: ([0-9]+).*", "$1");
        int bytes = length.equals(head) ? 0 : Integer.parseInt(length);
        return head + new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    /** Whether the other side closes, after whatever it has to say. */
    public boolean isClosedByOther() {
        try {
            in.readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    public RawConnection patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
