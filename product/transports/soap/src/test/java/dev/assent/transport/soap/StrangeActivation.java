package dev.assent.transport.soap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;

/**
 * Another vendor's coordinator that begins transactions. It shares no code with Assent: its messages are texts, its
 * HTTP is the JDK's. What becomes of a transaction it says when a test tells it to, by messages of its own.
 */
final class StrangeActivation implements AutoCloseable {
    private static final String WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile String initiator = "";
    private volatile String key = "";
    private volatile String fault = "";
    private volatile int status;
    private volatile String text = "";

    StrangeActivation() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private String place(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
    }

    /** Where a client of Assent's begins. */
    String address() {
        return place("begin/here").replaceFirst("http", "soap");
    }

    /** What it has heard, in order. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    void awaitHeard(int count) {
        Awaitility.await().until(() -> heard.size() == count);
    }

    /**
     * From now on it answers Commit and Rollback by a fault of this code, with a prefix; by nothing if that is empty.
     */
    void refuse(String code) {
        fault = code;
    }

    /** From now on somebody in between answers Commit and Rollback, once they are heard. */
    void garble(int newStatus, String newText) {
        status = newStatus;
        text = newText;
    }

    // ---- what it hears

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String action = Stranger.find(message, "<wsa:Action[^>]*>[^<]*/([^<]*)<");
        String asked = Stranger.find(message, "<wsa:MessageID[^>]*>([^<]*)");
        heard.add(action);
        switch (action) {
            case "CreateCoordinationContext" ->
                answer(exchange, 200, asked, WSCOOR + "/" + action + "Response", begun());
            case "Register" -> {
                initiator = Stranger.find(message, "<wscoor:ParticipantProtocolService[^>]*><wsa:Address[^>]*>([^<]*)");
                key = Stranger.find(message, "<\\w+:Initiator(?: [^>]*)?>([^<]*)");
                answer(exchange, 200, asked, WSCOOR + "/RegisterResponse", registered());
            }
            default -> {
                if (!text.isEmpty()) {
                    exchange.sendResponseHeaders(status, text.length());
                    exchange.getResponseBody().write(text.getBytes(StandardCharsets.US_ASCII));
                    exchange.close();
                } else if (fault.isEmpty()) {
                    exchange.sendResponseHeaders(202, -1);
                    exchange.close();
                } else {
                    answer(exchange, 500, asked, Stranger.WSAT + "/fault", faultOf(fault));
                }
            }
        }
    }

    private String begun() {
        return "<wscoor:CreateCoordinationContextResponse><wscoor:CoordinationContext><wscoor:Identifier>urn:of:1"
                + "</wscoor:Identifier><wscoor:CoordinationType>" + Stranger.WSAT + "</wscoor:CoordinationType>"
                + "<wscoor:RegistrationService><wsa:Address>" + place("registration")
                + "</wsa:Address></wscoor:RegistrationService></wscoor:CoordinationContext>"
                + "</wscoor:CreateCoordinationContextResponse>";
    }

    private String registered() {
        return "<wscoor:RegisterResponse><wscoor:CoordinatorProtocolService><wsa:Address>" + place("completion")
                + "</wsa:Address></wscoor:CoordinatorProtocolService></wscoor:RegisterResponse>";
    }

    private static String faultOf(String code) {
        return "<soap:Fault><faultcode>" + code + "</faultcode><faultstring>so it is</faultstring></soap:Fault>";
    }

    private static void answer(HttpExchange exchange, int status, String asked, String action, String body)
            throws IOException {
        String headers = "<wsa:Action>" + action + "</wsa:Action><wsa:RelatesTo>" + asked + "</wsa:RelatesTo>";
        byte[] answer = Samples.envelope(headers, body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    // ---- what it says

    /** Tells the initiator what became of the transaction. */
    HttpResponse<String> say(String message) throws Exception {
        return send(message, "<wsat:" + message + "/>", key);
    }

    /** The same by somebody who guesses. */
    HttpResponse<String> sayByAnotherKey(String message) throws Exception {
        return send(message, "<wsat:" + message + "/>", key.replaceAll("[0-9a-f]", "0"));
    }

    /** Tells the initiator a fault. */
    HttpResponse<String> sayFault(String code) throws Exception {
        return send("fault", faultOf(code), key);
    }

    private HttpResponse<String> send(String action, String body, String parameter) throws Exception {
        String message = Samples.envelope(
                "<wsa:To>" + initiator + "</wsa:To><wsa:Action>" + Stranger.WSAT + "/" + action
                        + "</wsa:Action><wsa:MessageID>urn:m:1</wsa:MessageID>"
                        + Stranger.replyTo("http://www.w3.org/2005/08/addressing/none")
                        + "<wsa:FaultTo><wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address></wsa:FaultTo>"
                        + "<i:Initiator xmlns:i='urn:assent:ws-at' wsa:IsReferenceParameter='1'>" + parameter
                        + "</i:Initiator>",
                body);
        HttpRequest request = HttpRequest.newBuilder(URI.create(initiator))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
