package dev.assent.transport.soap.http;

import dev.assent.core.message.Message;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Posts to other processes, at addresses that are allowed only (law 22), and goes nowhere else: it follows no redirection,
 * keeps no cookies, and expands no body.
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #open} and {@link #close} blocks.
 */
public final class HttpCaller implements AutoCloseable {
    private static final int THREADS_MAX = 8;

    private final CallerLimits limits;
    private final Predicate<String> mayCall;
    private final HttpClient client;

    /**
     * One that is not opened yet.
     *
     * @param mayCall whether an address, as {@link HttpUrl#address}, is allowed
     */
    public HttpCaller(CallerLimits limits, Predicate<String> mayCall) {
        this.limits = limits;
        this.mayCall = mayCall;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 1);
        threads.setName("assent-soap-caller");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setConnectTimeout(limits.connectMillisMax());
        client.setAddressResolutionTimeout(limits.connectMillisMax());
        client.setIdleTimeout(limits.idleMillisMax());
        client.setMaxConnectionsPerDestination(limits.connectionsMax());
        client.setMaxRequestsQueuedPerDestination(limits.waitingMax());
        client.setDestinationIdleTimeout(2 * limits.idleMillisMax()); // places that nobody calls any more are forgotten
        client.setMaxResponseHeadersSize(limits.headerBytesMax());
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        client.setFollowRedirects(false);
    }

    /**
     * Makes it ready.
     *
     * @throws IllegalStateException when that is not possible
     */
    public void open() {
        try {
            client.start();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        client.getProtocolHandlers().clear(); // of redirections and passwords
        client.getContentDecoderFactories().clear();
    }

    /**
     * Posts something. It is sent once, whatever happens.
     *
     * @param soapAction the value of the header SOAPAction, without its quotes
     * @param timeoutMillis how long the answer is waited for; at least 1
     * @param sent is told how far it is
     * @param reply is told once what became of it, by any thread, also before this returns
     */
    public void post(
            HttpUrl to,
            Entity entity,
            Optional<String> soapAction,
            long timeoutMillis,
            Progress sent,
            Consumer<Reply> reply) {
        if (!mayCall.test(to.address())) {
            reply.accept(new Reply.Unanswered(
                    false, new IllegalStateException(Message.SOAP_ADDRESS_NOT_ALLOWED.text(to.address()))));
            return;
        }
        Map<String, String> headers = soapAction
                .map(action -> Map.of("SOAPAction", '"' + action + '"'))
                .orElse(Map.of());
        call(new Outgoing(to, entity, headers, timeoutMillis), sent, reply);
    }

    /**
     * What is posted.
     *
     * @param headers besides those of the entity
     * @param timeoutMillis how long the answer is waited for; at least 1
     */
    public record Outgoing(HttpUrl to, Entity entity, Map<String, String> headers, long timeoutMillis) {
        /** Copies the map. */
        public Outgoing {
            headers = Map.copyOf(headers);
        }
    }

    private static int size(Request sent, Entity entity) {
        String line = sent.getMethod() + " " + sent.getPath() + " "
                + sent.getVersion().asString();
        return Sizes.of(line, sent.getHeaders(), entity.bytes().length);
    }

    /** How far something is that is posted. Told by any thread. */
    public interface Progress {
        /** Nobody wants to know. */
        Progress UNSEEN = new Progress() {};

        /** Its first byte may be sent now. */
        default void begun() {}

        /** It was sent, with so many bytes on the connection. */
        default void sent(int bytes) {}
    }

    /** Something that was posted. */
    @FunctionalInterface
    public interface Posting {
        /** Its answer is not waited for any more. */
        void abort(Throwable cause);
    }

    /**
     * Posts something to a place that the application has named, whatever the list of allowed addresses has. It is sent
     * once, whatever happens.
     *
     * @param progress is told how far it is
     * @param reply as for {@link #post}
     */
    public Posting call(Outgoing out, Progress progress, Consumer<Reply> reply) {
        AtomicBoolean isBegun = new AtomicBoolean();
        Request request = client.POST(out.to().url())
                .version(limits.isHttp10() ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .timeout(out.timeoutMillis(), TimeUnit.MILLISECONDS)
                .body(new BytesRequestContent(
                        out.entity().contentType(), out.entity().bytes()))
                .headers(headers -> out.headers().forEach(headers::put))
                .onRequestBegin(begun -> {
                    isBegun.set(true);
                    progress.begun();
                })
                .onRequestSuccess(sent -> progress.sent(size(sent, out.entity())));
        request.send(new BufferingResponseListener(limits.bodyBytesMax()) {
            @Override
            public void onComplete(Result result) {
                if (result.isSucceeded()) {
                    String type = result.getResponse().getHeaders().get(HttpHeader.CONTENT_TYPE);
                    byte[] content = Objects.requireNonNullElseGet(getContent(), () -> new byte[0]);
                    Entity answer = new Entity(type == null ? "" : type, content);
                    reply.accept(answered(result, answer));
                } else {
                    reply.accept(new Reply.Unanswered(isBegun.get(), result.getFailure()));
                }
            }
        });
        return request::abort;
    }

    private static Reply answered(Result result, Entity answer) {
        Response response = result.getResponse();
        String line = response.getVersion().asString() + " " + response.getStatus() + " " + response.getReason();
        int bytes = Sizes.of(line, response.getHeaders(), answer.bytes().length);
        return new Reply.Answered(response.getStatus(), answer, bytes);
    }

    /** Ends what is under way, which gets no answer, and closes all connections. */
    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
