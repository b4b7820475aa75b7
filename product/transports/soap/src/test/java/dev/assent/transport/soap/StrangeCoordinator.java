package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/**
 * Somebody who coordinates by WS-AtomicTransaction and shares no code with Assent: its messages are texts, its HTTP is
 * the JDK's. It registers whoever comes, and says what a test tells it to.
 */
final class StrangeCoordinator implements AutoCloseable {
    static {
    }

    static final String WSAT = Stranger.WSAT;
    private static final String WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";
    private static final String NONE = "http://www.w3.org/2005/08/addressing/none";

    private final UnaryOperator<String> dialect;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Participant> participants = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile boolean isRefusing;
    private volatile String endpoint = "";
    private volatile CountDownLatch held = new CountDownLatch(0);

    /** One that has registered. */
    record Participant(String protocol, String address, String parameter) {}

    /** One that writes by a dialect. */
    StrangeCoordinator(UnaryOperator<String> dialect) throws IOException {
        this.dialect = dialect;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    String place(String name) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
    }

    /** From now on nobody is registered. */
    void refuse() {
        isRefusing = true;
    }

    /** From now on it says that its coordinator is somewhere else, and says nothing until the latch is open. */
    void say(String address, CountDownLatch until) {
        endpoint = address;
        held = until;
    }

    /** A context as a header block, of a transaction of this identifier. */
    String context(String identifier) {
        return "<wscoor:CoordinationContext soap:mustUnderstand='1'>" + parts(identifier)
                + "</wscoor:CoordinationContext>";
    }

    /** The same for a node that interposes. */
    String currentContext(String identifier) {
        return "<wscoor:CurrentContext>" + parts(identifier) + "</wscoor:CurrentContext>";
    }

    private String parts(String identifier) {
        return "<wscoor:Identifier>" + identifier + "</wscoor:Identifier><wscoor:Expires>60000</wscoor:Expires>"
                + "<wscoor:CoordinationType>" + WSAT
                + "</wscoor:CoordinationType><wscoor:RegistrationService><wsa:Address>"
                + place("register") + "</wsa:Address><wsa:ReferenceParameters><x:tx xmlns:x='urn:own'>" + identifier
                + "</x:tx></wsa:ReferenceParameters></wscoor:RegistrationService>";
    }

    // ---- what it hears

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String action = Stranger.find(message, "<wsa:Action[^>]*>[^<]*/([^<]*)<");
        if (!action.equals("Register")) {
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
            heard.add(Stranger.find(message, "<x:part[^>]*>([^<]*)") + ":" + action);
            return;
        }
        byte[] answer = dialect.apply(answerInTime(message)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(isRefusing ? 500 : 200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String answerInTime(String message) {
        String answer = answer(message);
        try {
            held.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        return answer;
    }

    private String answer(String message) {
        assertThat(Stranger.find(message, "<x:tx[^>]*>([^<]*)"))
                .as("its own parameter")
                .isNotEmpty();
        String asked = Stranger.find(message, "<wsa:MessageID[^>]*>([^<]*)");
        String headers =
                "<wsa:Action>" + WSCOOR + "/RegisterResponse</wsa:Action><wsa:RelatesTo>" + asked + "</wsa:RelatesTo>";
        if (isRefusing) {
            return Samples.envelope(
                    headers,
                    "<soap:Fault><faultcode>wscoor:CannotRegisterParticipant</faultcode><faultstring>no</faultstring>"
                            + "</soap:Fault>");
        }
        participants.add(new Participant(
                Stranger.find(message, "<wscoor:ProtocolIdentifier[^>]*>[^<]*/([^<]*)<"),
                Stranger.find(message, "<wscoor:ParticipantProtocolService[^>]*><wsa:Address[^>]*>([^<]*)"),
                Stranger.find(message, "<\\w+:Reference(?: [^>]*)?>([^<]*)")));
        String place = "<wsa:Address>" + (endpoint.isEmpty() ? place("coordinator") : endpoint)
                + "</wsa:Address><wsa:ReferenceParameters><x:part xmlns:x='urn:own'>" + (participants.size() - 1)
                + "</x:part></wsa:ReferenceParameters>";
        return Samples.envelope(
                headers,
                "<wscoor:RegisterResponse><wscoor:CoordinatorProtocolService>" + place
                        + "</wscoor:CoordinatorProtocolService></wscoor:RegisterResponse>");
    }

    /** The registered participants, in order. */
    List<Participant> participants() {
        return List.copyOf(participants);
    }

    /** All that it has heard, such as {@code 0:Prepared}, by whose reference parameter. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    void awaitHeard(String... messages) {
        Awaitility.await().untilAsserted(() -> assertThat(heard).containsExactly(messages));
    }

    // ---- what it says

    /** Tells a participant something; the status of HTTP. */
    int tell(int participant, String message) throws Exception {
        Participant to = participants.get(participant);
        return tell(to, participant, message);
    }

    /** The same to one whose reference is another. */
    int tell(Participant to, int from, String message) throws Exception {
        String envelope = Samples.envelope(
                "<wsa:To>" + to.address() + "</wsa:To><wsa:Action>" + WSAT + "/" + message
                        + "</wsa:Action><wsa:MessageID>urn:m:" + System.nanoTime() + "</wsa:MessageID><wsa:ReplyTo>"
                        + "<wsa:Address>" + NONE + "</wsa:Address></wsa:ReplyTo><wsa:From><wsa:Address>"
                        + place("coordinator") + "</wsa:Address><wsa:ReferenceParameters><x:part xmlns:x='urn:own'>"
                        + from + "</x:part></wsa:ReferenceParameters></wsa:From>"
                        + "<r:Reference xmlns:r='urn:assent:ws-at' wsa:IsReferenceParameter='1'>" + to.parameter()
                        + "</r:Reference>",
                "<wsat:" + message + "/>");
        return post(to.address(), "text/xml; charset=utf-8", envelope).statusCode();
    }

    /** Posts something. */
    HttpResponse<String> post(String url, String type, String message) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(dialect.apply(message)))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Asks for something. */
    HttpResponse<String> get(String url) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
