package dev.assent.lab.role;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Stands for a WAN: takes connections in the place of a server, and sends the bytes on, in both directions, after a
 * delay. A client learns at once whether a connection can be made; all else is delayed.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Relay implements AutoCloseable {
    /** Nothing of it has to stay. */
    private static final Duration END_MAX = Duration.ofSeconds(5);

    private static final int BACKLOG = 128;

    private final ServerSocket listening;
    private final String server;
    private final Duration delay;

    private Relay(ServerSocket listening, String server, Duration delay) {
        this.listening = listening;
        this.server = server;
        this.delay = delay;
    }

    /**
     * Opens one, which takes connections from now on.
     *
     * @param listens the address at which it listens
     * @param port at which it listens, and the server, too
     * @param server its address
     * @param delay of each direction
     */
    static Relay open(String listens, int port, String server, Duration delay) throws IOException {
        Relay relay = new Relay(new ServerSocket(port, BACKLOG, InetAddress.getByName(listens)), server, delay);
        DelayLine.inThread("relay", relay::accept);
        return relay;
    }

    /** Arguments: where it listens, the port of both, where the server does, the delay in milliseconds. */
    public static void main(String[] arguments) {
        RoleMain.run(END_MAX, (orders, answers) -> {
            int port = Integer.parseInt(arguments[1]);
            Duration delay = Duration.ofMillis(Long.parseLong(arguments[3]));
            try (Relay relay = open(arguments[0], port, arguments[2], delay)) {
                answers.say(RoleProcesses.READY);
                orders.awaitEnd();
            }
        });
    }

    private void accept() {
        try {
            while (true) {
                join(listening.accept());
            }
        } catch (IOException closed) {
            // no more clients come
        }
    }

    /** A client whose server can't be reached loses its connection, and no other one. */
    private void join(Socket client) {
        Socket onward = new Socket();
        try {
            onward.connect(new InetSocketAddress(server, listening.getLocalPort()));
            client.setTcpNoDelay(true);
            onward.setTcpNoDelay(true);
            CompletableFuture<Void> there = new DelayLine(client, onward, delay).start();
            CompletableFuture<Void> back = new DelayLine(onward, client, delay).start();
            CompletableFuture.allOf(there, back).thenRun(() -> close(client, onward));
        } catch (IOException unreachable) {
            close(client, onward);
        }
    }

    private static void close(Socket client, Socket onward) {
        try (client;
                onward) {
            // both, also when one can't be
        } catch (IOException lost) {
            // no process reads from it or writes to it any more
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
