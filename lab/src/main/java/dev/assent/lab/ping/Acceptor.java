package dev.assent.lab.ping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server with a thread for each connection. Thread safety: one thread. */
final class Acceptor implements PingServer {
    private static final int BACKLOG = 50;

    private final ServerSocket socket;
    private final Service service;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    /** The work with a connection. */
    @FunctionalInterface
    interface Service {
        /** Serves until the connection ends. */
        void serve(Socket connection) throws IOException;
    }

    private Acceptor(ServerSocket socket, Service service) {
        this.socket = socket;
        this.service = service;
    }

    static Acceptor open(Service service) throws IOException {
        Acceptor acceptor = new Acceptor(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), service);
        start("ping-accept", acceptor::accept);
        return acceptor;
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                connections.add(connection);
                if (socket.isClosed()) { // accept may still return one just after that
                    connection.close();
                    return;
                }
                start("ping-connection", () -> serve(connection));
            }
        } catch (IOException closed) {
            // no more of them
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            service.serve(connection);
        } catch (IOException ended) {
            // the client is gone
        } finally {
            connections.remove(connection);
        }
    }

    @Override
    public String address() {
        return Integer.toString(socket.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket each : connections) {
            each.close();
        }
    }
}
