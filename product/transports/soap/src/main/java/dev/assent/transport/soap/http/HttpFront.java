package dev.assent.transport.soap.http;

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
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Takes HTTP requests. It gives a POST of XML within the limits, and a GET, to the receiver, and answers any other
 * request with a status only. It reads and discards the rest of a refused request, up to a bound.
 *
 * <p>Thread safety: safe to share.
 */
final class HttpFront extends Handler.Abstract {
    private static final Set<String> MEDIA_TYPES = Set.of("text/xml", "application/soap+xml");
    private static final Set<String> HEADERS = Set.of("soapaction", "cookie");
    private static final long DRAINED_BYTES_MIN = 1 << 20;

    private final ListenerLimits limits;
    private final Receiver receiver;
    private final SlowSenders slowSenders;
    private final BooleanSupplier isLeaving;

    /**
     * A front.
     *
     * @param isLeaving whether each answer is the last one of its connection
     */
    HttpFront(ListenerLimits limits, Receiver receiver, SlowSenders slowSenders, BooleanSupplier isLeaving) {
        this.limits = limits;
        this.receiver = receiver;
        this.slowSenders = slowSenders;
        this.isLeaving = isLeaving;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Visit visit = new Visit(request, response, callback);
        if (HttpMethod.GET.is(request.getMethod())) {
            slowSenders.hasCome(request);
            visit.answer(receiver.read(asked(request)));
            return true;
        }
        int refusal = refusal(request);
        if (refusal != 0) {
            visit.refuse(refusal);
            return true;
        }
        request.addIdleTimeoutListener(idle -> false); // the called method may take its time
        RequestBody.read(request, limits.bodyBytesMax(), visit);
        return true;
    }

    private static Asked asked(Request request) {
        String query = request.getHttpURI().getQuery();
        return new Asked(request.getHttpURI().getPath(), query == null ? "" : query);
    }

    /** The status for a request that its headers alone make unacceptable; 0 if it is acceptable. */
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

    /** One request. */
    private final class Visit implements RequestBody.Reader {
        private final Request request;
        private final Response response;
        private final Callback callback;

        Visit(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        // ---- the request

        @Override
        public void whole(byte[] bytes) {
            slowSenders.hasCome(request);
            byte[] plain = bytes;
            if (Gzip.isPacked(request.getHeaders())) {
                try {
                    plain = Gzip.unpacked(bytes, limits.bodyBytesMax());
                } catch (IOException none) {
                    refuse(HttpStatus.BAD_REQUEST_400);
                    return;
                }
                if (plain.length > limits.bodyBytesMax()) {
                    refuse(HttpStatus.PAYLOAD_TOO_LARGE_413);
                    return;
                }
            }
            try {
                receiver.receive(posted(plain, bytes.length), this::answer);
            } catch (Throwable bug) {
                callback.failed(bug);
                throw bug;
            }
        }

        @Override
        public void tooLarge() {
            refuse(HttpStatus.PAYLOAD_TOO_LARGE_413);
        }

        @Override
        public void failed(Throwable failure) {
            callback.failed(failure);
        }

        private Posted posted(byte[] bytes, int bytesPacked) {
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
            Entity entity = new Entity(contentType(request.getHeaders()), bytes);
            return new Posted(
                    from, request.getHttpURI().getPath(), headers, entity, size(bytesPacked), Tls.certified(request));
        }

        private int size(int bodyBytes) {
            String line = request.getMethod() + " " + request.getHttpURI().getPathQuery() + " HTTP/1.1";
            return Sizes.of(line, request.getHeaders(), bodyBytes);
        }

        // ---- the answer

        /** Refuses with a status, as the last answer of the connection. */
        void refuse(int status) {
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            if (status == HttpStatus.METHOD_NOT_ALLOWED_405) {
                response.getHeaders().put(HttpHeader.ALLOW, "POST, GET");
            }
            long drainedMax = Math.max(DRAINED_BYTES_MIN, 2L * limits.bodyBytesMax());
            response.write(
                    true,
                    null,
                    Callback.from(() -> RequestBody.drain(request, drainedMax, callback::succeeded), callback::failed));
        }

        void answer(Answer answer) {
            response.setStatus(answer.status());
            if (isLeaving.getAsBoolean()) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
            }
            answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
            Entity entity = answer.entity();
            if (entity == null) {
                response.write(true, null, callback);
                return;
            }
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
