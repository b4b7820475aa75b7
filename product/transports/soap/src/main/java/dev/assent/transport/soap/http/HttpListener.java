package dev.assent.transport.soap.http;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Listens for requests with HTTP/1.1 (persistent connections, chunked bodies) and HTTP/1.0. It answers a request that
 * is neither a POST of XML nor a GET by itself, without a body. Over HTTPS both sides show certificates.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class HttpListener implements AutoCloseable {
    private final Server server;
    private final ServerConnector connector;
    private final SlowSenders slowSenders;
    private volatile boolean isLeaving;

    /**
     * Where it listens.
     *
     * @param port 0 for one that the system chooses
     * @param keys for HTTPS; null for HTTP
     */
    public record Place(String host, int port, @Nullable SSLContext keys) {}

    /** A listener that is not open yet. */
    public HttpListener(Place place, ListenerLimits limits, Receiver receiver) {
        QueuedThreadPool threads = new QueuedThreadPool(limits.threadsMax(), Math.min(4, limits.threadsMax()));
        threads.setName("assent-soap-listener");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration(limits));
        SSLContext keys = place.keys();
        connector = keys == null
                ? new ServerConnector(server, 1, 1, http)
                : new ServerConnector(
                        server, 1, 1, new SslConnectionFactory(Tls.ofServer(keys), http.getProtocol()), http);
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setAcceptQueueSize(limits.connectionsMax()); // Java's default is 50; further ones would wait a second
        connector.setIdleTimeout(limits.idleMillisMax());
        slowSenders = new SlowSenders(connector, limits.receiveMillisMax());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connectionsMax(), connector));
        server.setHandler(new HttpFront(limits, receiver, slowSenders, () -> isLeaving));
        server.setErrorHandler(HttpListener::answerError);
    }

    private static HttpConfiguration configuration(ListenerLimits limits) {
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(limits.headerBytesMax());
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        return http;
    }

    /** Answers a request that Jetty refuses by itself, such as for too large headers, with the status only. */
    private static boolean answerError(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(true, null, callback);
        return true;
    }

    /**
     * Begins to listen.
     *
     * @throws IllegalStateException if it can't listen
     */
    public void open() {
        try {
            server.start();
        } catch (Exception failed) {
            close();
            throw new IllegalStateException(
                    MESSAGES.notListening(connector.getHost() + ":" + connector.getPort(), failed), failed);
        }
    }

    /** The port it listens at; 0 or less while it does not. */
    public int port() {
        return connector.getLocalPort();
    }

    /**
     * Announces the close of the connection with every answer from now on (RFC 9112, section 9.6), so that a peer does
     * not send a request into a connection that is just being closed.
     */
    public void leave() {
        isLeaving = true;
    }

    /** Closes connections whose request takes too long. To be called some times a second. */
    public void tick() {
        tick(System.nanoTime());
    }

    /** Whether a request was arriving at the last tick. */
    boolean isReceiving() {
        return slowSenders.isReceiving();
    }

    /** As {@link #tick()}, at a time that a test has chosen. */
    void tick(long nowNanos) {
        slowSenders.look(nowNanos);
    }

    /** Stops listening, and closes all connections. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
