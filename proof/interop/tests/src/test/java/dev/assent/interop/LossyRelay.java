package dev.assent.interop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Stands before a process and carries the messages that others post there. For each kind of message of the two-phase
 * commit, it loses the first one and tells the sender that it was accepted. It carries the second one twice.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class LossyRelay implements AutoCloseable {
    /**
     * The services of participants and of their coordinators. It leaves out initiators, since no process repeats their
     * messages.
     */
    private static final Pattern TWO_PHASE =
            Pattern.compile(".*/(participant|coordinator|ParticipantService|CoordinatorService)");

    private static final int TAKEN = 202;

    private final int target;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final Set<String> repeated = ConcurrentHashMap.newKeySet();

    /** Before the process at a port. */
    LossyRelay(int target) {
        this.target = target;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/", this::carry);
        server.setExecutor(workers);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The kinds of the lost messages, in the order of their names. */
    Set<String> lost() {
        return new TreeSet<>(lost);
    }

    /** The kinds of the repeated messages, in the order of their names. */
    Set<String> repeated() {
        return new TreeSet<>(repeated);
    }

    private void carry(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        try (exchange) {
            int before = TWO_PHASE.matcher(exchange.getRequestURI().getPath()).matches()
                    ? seen.merge(kind(exchange), 1, Integer::sum)
                    : Integer.MAX_VALUE;
            if (before == 1) {
                lost.add(kind(exchange));
                exchange.sendResponseHeaders(TAKEN, -1);
                return;
            }
            if (before == 2) {
                repeated.add(kind(exchange));
                post(exchange, body);
            }
            HttpResponse<byte[]> answer = post(exchange, body);
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    /** The last part of the message's action. */
    private static String kind(HttpExchange exchange) {
        String action = String.valueOf(exchange.getRequestHeaders().getFirst("SOAPAction"))
                .replace("\"", "");
        return action.substring(action.lastIndexOf('/') + 1);
    }

    private HttpResponse<byte[]> post(HttpExchange exchange, byte[] body) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + target + exchange.getRequestURI());
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .version(HttpClient.Version.HTTP_1_1)
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        for (String header : new String[] {"Content-Type", "SOAPAction"}) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException ended) {
            throw new IOException(ended);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
