package dev.assent.transport.soap.http;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Sends POST and GET requests to other processes, only at allowed addresses (law 22). It follows no redirection, keeps
 * no cookies, and decompresses no body that it has not asked for in that form. Over HTTPS it shows the certificate of
 * this process and checks that the other's certificate has the called name (RFC 9110, section 4.3.4).
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #open} and {@link #close} blocks.
 */
public final class HttpCaller implements Poster, AutoCloseable {
    private static final int THREADS_MAX = 8;

    private final CallerLimits limits;
    private final Predicate<String> mayCall;
    private final HttpClient client;

    /**
     * A caller that is not open yet.
     *
     * @param keys for HTTPS; null for HTTP
     * @param mayCall whether an address, as {@link HttpUrl#address}, is allowed
     */
    public HttpCaller(CallerLimits limits, @Nullable SSLContext keys, Predicate<String> mayCall) {
        this.limits = limits;
        this.mayCall = mayCall;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 1);
        threads.setName("assent-soap-caller");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        if (keys != null) {
            connector.setSslContextFactory(Tls.ofClient(keys));
        }
        HttpClientTransportOverHTTP wire = new HttpClientTransportOverHTTP(connector);
        wire.setConnectionPoolFactory(place -> new QuietConnections(place, limits.connectionsMax()));
        client = new HttpClient(wire);
        client.setExecutor(threads);
        client.setConnectTimeout(limits.connectMillisMax());
        client.setAddressResolutionTimeout(limits.connectMillisMax());
        client.setIdleTimeout(limits.idleMillisMax());
        client.setMaxRequestsQueuedPerDestination(limits.waitingMax());
        client.setDestinationIdleTimeout(2 * limits.idleMillisMax()); // forget places that are not called any more
        client.setMaxResponseHeadersSize(limits.headerBytesMax());
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        client.setDefaultRequestContentType(null); // a GET has no content
        client.setFollowRedirects(false);
    }

    /**
     * Opens it.
     *
     * @throws IllegalStateException if that fails
     */
    public void open() {
        try {
            client.start();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        client.getProtocolHandlers().clear(); // no redirections, passwords, or other protocols
        client.getProtocolHandlers().put(new InterimAnswers());
        client.getContentDecoderFactories().clear();
    }

    /**
     * A request.
     *
     * @param entity the body of a POST; null for a GET
     * @param headers besides those of the entity
     * @param isNamedByOthers whether a message has named the place, and not the application; then it is called only if
     *     it is on the list of allowed addresses (law 22)
     */
    public record Outgoing(HttpUrl to, @Nullable Entity entity, Map<String, String> headers, boolean isNamedByOthers) {
        /** Copies the map. */
        public Outgoing {
            headers = Map.copyOf(headers);
        }

        /** A GET of a place that the application has named. */
        public static Outgoing reading(HttpUrl from) {
            return new Outgoing(from, null, Map.of(), false);
        }
    }

    private static int size(Request sent, int bodyBytes) {
        String line = sent.getMethod() + " " + sent.getPath() + " "
                + sent.getVersion().asString();
        return Sizes.of(line, sent.getHeaders(), bodyBytes);
    }

    /** Hears of the progress of a request, by any thread. */
    public interface Progress {
        /** Ignores it. */
        Progress UNSEEN = new Progress() {};

        /** Whether the request may be sent. Called at most once, before its first byte; if false, nothing is sent. */
        default boolean begun() {
            return true;
        }

        /** The request was sent, with this size on the connection. */
        default void sent(int bytes) {}
    }

    /** A request under way. */
    @FunctionalInterface
    public interface Posting {
        /** Gives up the wait for its answer. */
        void abort(Throwable cause);
    }

    @Override
    public Posting post(Outgoing out, Progress progress, Consumer<Reply> reply) {
        if (out.isNamedByOthers() && !mayCall.test(out.to().address())) {
            reply.accept(new Reply.Unanswered(
                    false,
                    new IllegalStateException(
                            MESSAGES.addressNotAllowed(ShownAddress.of(out.to().address())))));
            return cause -> {};
        }
        AtomicBoolean isBegun = new AtomicBoolean();
        Request request = request(out, progress, () -> {
            boolean mayBeSent = progress.begun();
            isBegun.set(mayBeSent);
            return mayBeSent;
        });
        request.send(new BufferingResponseListener(limits.bodyBytesMax()) {
            @Override
            public void onHeaders(Response response) {
                if (response.getStatus() == HttpStatus.SWITCHING_PROTOCOLS_101) {
                    response.abort(new IOException(MESSAGES.replyUnread(
                            response.getStatus(), "the server switches to another protocol without being asked")));
                } else {
                    super.onHeaders(response);
                }
            }

            @Override
            public void onComplete(Result result) {
                if (result.isSucceeded()) {
                    byte[] content = Objects.requireNonNullElseGet(getContent(), () -> new byte[0]);
                    reply.accept(answered(result.getResponse(), content));
                } else {
                    reply.accept(new Reply.Unanswered(isBegun.get(), result.getFailure()));
                }
            }
        });
        return request::abort;
    }

    private Request request(Outgoing out, Progress progress, BooleanSupplier mayBeSent) {
        Entity entity = out.entity();
        Request request = client.newRequest(out.to().url())
                .method(entity == null ? HttpMethod.GET : HttpMethod.POST)
                .version(limits.isHttp10() ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .idleTimeout(0, TimeUnit.MILLISECONDS) // the called method may take its time
                .headers(headers -> {
                    out.headers().forEach(headers::put);
                    if (limits.isPacking()) {
                        headers.put(HttpHeader.ACCEPT_ENCODING, Gzip.NAME);
                    }
                });
        if (entity == null) {
            return request.body(new AskingContent(mayBeSent)).onRequestSuccess(sent -> progress.sent(size(sent, 0)));
        }
        boolean isPacked = limits.isPacking() && Gzip.isWorthIt(entity);
        byte[] body = isPacked ? Gzip.packed(entity.bytes()) : entity.bytes();
        if (isPacked) {
            request.headers(headers -> headers.put(HttpHeader.CONTENT_ENCODING, Gzip.NAME));
        }
        return request.body(new AskingContent(mayBeSent, entity.contentType(), body))
                .onRequestSuccess(sent -> progress.sent(size(sent, body.length)));
    }

    private Reply answered(Response response, byte[] content) {
        String line = response.getVersion().asString() + " " + response.getStatus() + " " + response.getReason();
        int bytes = Sizes.of(line, response.getHeaders(), content.length);
        String type = response.getHeaders().get(HttpHeader.CONTENT_TYPE);
        try {
            byte[] plain = limits.isPacking() && Gzip.isPacked(response.getHeaders()) ? unpacked(content) : content;
            return new Reply.Answered(response.getStatus(), new Entity(type == null ? "" : type, plain), bytes);
        } catch (IOException unread) {
            return new Reply.Unanswered(true, unread);
        }
    }

    private byte[] unpacked(byte[] content) throws IOException {
        byte[] plain = Gzip.unpacked(content, limits.bodyBytesMax());
        if (plain.length > limits.bodyBytesMax()) {
            throw new IOException(MESSAGES.unpackedTooLarge(limits.bodyBytesMax()));
        }
        return plain;
    }

    /** Ends all requests under way without an answer, and closes all connections. */
    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
