package dev.assent.transport.soap.http;

import dev.assent.core.message.Message;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Asked;
import dev.assent.transport.soap.http.Receiver.Posted;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Listens for what others post, with HTTP/1.1 (connections that are kept, bodies in chunks) and HTTP/1.0. What is no POST
 * of XML, and no GET, is answered here; no answer of this class has a body. By HTTPS both sides show certificates.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class HttpListener implements AutoCloseable {
    private static final Set<String> MEDIA_TYPES = Set.of("text/xml", "application/soap+xml");
    private static final Set<String> HEADERS = Set.of("soapaction", "cookie");

    private final ListenerLimits limits;
    private final Receiver receiver;
    private final Server server;
    private final ServerConnector connector;
    private final SlowSenders slowSenders;
    private volatile boolean isLeaving;

    /**
     * Where it listens.
     *
     * @param port 0 for one that the system chooses
     * @param keys what HTTPS is made of; null for HTTP
     */
    public record Place(String host, int port, @Nullable SSLContext keys) {}

    /** One that does not listen yet. */
    public HttpListener(Place place, ListenerLimits limits, Receiver receiver) {
        this.limits = limits;
        this.receiver = receiver;
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
        connector.setIdleTimeout(limits.idleMillisMax());
        slowSenders = new SlowSenders(connector, limits.receiveMillisMax());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connectionsMax(), connector));
        server.setHandler(new Front());
        server.setErrorHandler(HttpListener::answerError);
    }

    private static HttpConfiguration configuration(ListenerLimits limits) {
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(limits.headerBytesMax());
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        return http;
    }

    /** The status of what Jetty refuses by itself, such as headers that are too large, and nothing more. */
    private static boolean answerError(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(true, null, callback);
        return true;
    }

    /**
     * Begins to listen.
     *
     * @throws IllegalStateException when that is not possible
     */
    public void open() {
        try {
            server.start();
        } catch (Exception failed) {
            close();
            throw new IllegalStateException(
                    Message.SOAP_NOT_LISTENING.text(connector.getHost() + ":" + connector.getPort(), failed), failed);
        }
    }

    /** The port it listens at; 0 or less while it does not. */
    public int port() {
        return connector.getLocalPort();
    }

    /**
     * Says with every answer from now on that its connection is of no use any more (RFC 9112, section 9.6), so that who has
     * heard one sends nothing into a connection that is closed at the same time.
     */
    public void leave() {
        isLeaving = true;
    }

    /** Closes the connections of those whose request takes too long. To be called some times a second. */
    public void tick() {
        slowSenders.look(System.nanoTime());
    }

    /** Listens no more, and closes all connections. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Takes requests. */
    private final class Front extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (HttpMethod.GET.is(request.getMethod())) {
                answer(request, response, receiver.read(asked(request)), callback);
                return true;
            }
            int refusal = refusal(request);
            if (refusal != 0) {
                refuse(response, refusal, callback);
                return true;
            }
            request.addIdleTimeoutListener(idle -> false); // whoever works for the answer may take its time
            Content.Source.asByteArrayAsync(request, limits.bodyBytesMax(), new Body(request, response, callback));
            return true;
        }
    }

    /** Takes a body that has come whole, or has not. */
    private final class Body implements Promise.Invocable<byte[]> {
        private final Request request;
        private final Response response;
        private final Callback callback;

        Body(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING; // by a thread that others don't wait for
        }

        @Override
        public void succeeded(byte[] bytes) {
            slowSenders.hasCome(request);
            byte[] plain = bytes;
            if (Gzip.isPacked(request.getHeaders())) {
                try {
                    plain = Gzip.unpacked(bytes, limits.bodyBytesMax());
                } catch (IOException none) {
                    refuse(response, HttpStatus.BAD_REQUEST_400, callback);
                    return;
                }
                if (plain.length > limits.bodyBytesMax()) {
                    refuse(response, HttpStatus.PAYLOAD_TOO_LARGE_413, callback);
                    return;
                }
            }
            try {
                receiver.receive(
                        posted(request, plain, bytes.length), answer -> answer(request, response, answer, callback));
            } catch (RuntimeException | Error bug) {
                callback.failed(bug);
                throw bug;
            }
        }

        @Override
        public void failed(Throwable failure) {
            slowSenders.hasCome(request);
            if (failure instanceof IllegalStateException && request.getLength() < 0) { // one in chunks is too large
                refuse(response, HttpStatus.PAYLOAD_TOO_LARGE_413, callback);
            } else {
                callback.failed(failure);
            }
        }
    }

    /** Why a request is refused by its headers alone; 0 when it is not. */
    private int refusal(Request request) {
        HttpFields headers = request.getHeaders();
        if (!HttpMethod.POST.is(request.getMethod())) {
            return HttpStatus.METHOD_NOT_ALLOWED_405;
        }
        String coding = headers.get(HttpHeader.CONTENT_ENCODING);
        boolean isRead = coding == null || coding.equalsIgnoreCase("identity") || Gzip.isPacked(headers);
        if (!isRead || !MEDIA_TYPES.contains(MediaType.of(contentType(headers)).name())) {
            return HttpStatus.UNSUPPORTED_MEDIA_TYPE_415;
        }
        return request.getLength() > limits.bodyBytesMax() ? HttpStatus.PAYLOAD_TOO_LARGE_413 : 0;
    }

    private static String contentType(HttpFields headers) {
        String header = headers.get(HttpHeader.CONTENT_TYPE);
        return header == null ? "" : header;
    }

    /** The rest of the request is not read, so the connection is of no use any more. */
    private static void refuse(Response response, int status, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        if (status == HttpStatus.METHOD_NOT_ALLOWED_405) {
            response.getHeaders().put(HttpHeader.ALLOW, "POST, GET");
        }
        response.write(true, null, callback);
    }

    private static Posted posted(Request request, byte[] bytes, int bytesPacked) {
        SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
        String from = remote instanceof InetSocketAddress place
                ? place.getHostString() + ":" + place.getPort()
                : String.valueOf(remote);
        Map<String, String> headers = new HashMap<>();
        for (String each : HEADERS) {
            String value = request.getHeaders().get(each);
            if (value != null) {
                headers.put(each, value);
            }
        }
        return new Posted(
                from,
                request.getHttpURI().getPath(),
                headers,
                new Entity(contentType(request.getHeaders()), bytes),
                size(request, bytesPacked));
    }

    private static int size(Request request, int bodyBytes) {
        String line = request.getMethod() + " " + request.getHttpURI().getPathQuery() + " HTTP/1.1";
        return Sizes.of(line, request.getHeaders(), bodyBytes);
    }

    private static Asked asked(Request request) {
        String query = request.getHttpURI().getQuery();
        return new Asked(request.getHttpURI().getPath(), query == null ? "" : query);
    }

    private void answer(Request request, Response response, Answer answer, Callback callback) {
        response.setStatus(answer.status());
        if (isLeaving) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        Entity entity = answer.entity();
        if (entity == null) {
            response.write(true, null, callback);
        } else {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, entity.contentType());
            byte[] body = entity.bytes();
            if (Gzip.isWorthIt(entity) && Gzip.isAskedFor(request.getHeaders())) {
                body = Gzip.packed(body);
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, Gzip.NAME);
                response.getHeaders().put(HttpHeader.VARY, HttpHeader.ACCEPT_ENCODING.asString());
            }
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            String line = "HTTP/1.1 " + answer.status() + " " + HttpStatus.getMessage(answer.status());
            int bytes = Sizes.of(line, response.getHeaders(), body.length);
            response.write(
                    true,
                    ByteBuffer.wrap(body),
                    Callback.from(callback, () -> answer.sent().accept(bytes)));
        }
    }
}
