package dev.assent.backends;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds a port for a server that listens on it again after it was killed. It is below the ports that systems give to
 * outgoing connections, since one of those could take it while the server is down.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES_MAX = 100;
    private static final int FREE_AFTER_SECONDS_MAX = 2;
    private static final int ASK_AGAIN_MILLIS = 10;

    private FreePort() {}

    /**
     * A port on which no process listens now.
     *
     * @throws IOException when none is found
     */
    public static int find() throws IOException {
        SplittableRandom random = new SplittableRandom();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            int port = random.nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port from " + FIRST + " to " + LAST + " after " + TRIES_MAX + " tries");
    }

    /**
     * Whether no process has the port, or the process gives it up soon: a process that another thread is just forking
     * holds copies of all sockets of this one for a moment. Among them are the sockets that try ports.
     */
    static boolean isSoonFree(int port) {
        long sinceNanos = System.nanoTime();
        while (!isFree(port)) {
            if (System.nanoTime() - sinceNanos > TimeUnit.SECONDS.toNanos(FREE_AFTER_SECONDS_MAX)) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS));
        }
        return true;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
