package dev.assent.core.adapter;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks the node that uses a log's folder. Has no state. */
public final class AdminClient {
    private AdminClient() {}

    /**
     * Sends a request to the running node through the socket in its folder, and waits for the answer.
     *
     * @param limit how long to wait. A socket has no timeout of its own, so a timer closes it then
     * @throws IllegalArgumentException if a text of the request is too long to send
     * @throws SocketTimeoutException if the node does not answer within the limit
     * @throws IOException if no node listens
     */
    public static OperatorAnswer ask(Path folder, OperatorRequest request, Duration limit) throws IOException {
        CompletableFuture<Boolean> isOver =
                new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
                DataInputStream in = new DataInputStream(Channels.newInputStream(channel))) {
            isOver.thenRun(() -> close(channel));
            channel.connect(UnixDomainSocketAddress.of(folder.resolve(AdminSocket.FILE)));
            send(request, out);
            return AdminFrames.readAnswer(in);
        } catch (IOException failed) {
            if (isOver.getNow(false)) {
                SocketTimeoutException late = new SocketTimeoutException("no answer within " + limit);
                late.initCause(failed);
                throw late;
            }
            throw failed;
        } catch (UnsupportedOperationException windows) {
            throw new IOException("this system has no such sockets", windows);
        } finally {
            isOver.cancel(false);
        }
    }

    /**
     * The node answers a denied user before it reads the request, and closes the connection. Then there is an answer to
     * read.
     */
    private static void send(OperatorRequest request, DataOutputStream out) {
        try {
            AdminFrames.write(request, out);
        } catch (IOException hungUp) {
            // without an answer, reading fails as well
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException closed) {
            // it is closed
        }
    }
}
