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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Somebody who speaks WS-AtomicTransaction and shares no code with Assent: its messages are texts, its HTTP is the JDK's. It
 * has any number of participants, each with a script that says what it answers.
 */
final class Stranger implements AutoCloseable {
    static final String WSAT = "http://docs.oasis-open.org/ws-tx/wsat/2006/06";
    private static final String WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06";
    static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";

    /** What an answer of a script begins with that is a fault on the connection; its code follows. */
    static final String FAULT = "fault:";

    private static final String NONE = "http://www.w3.org/2005/08/addressing/none";

    private final UnaryOperator<String> dialect;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Map<String, String>> scripts = new ConcurrentHashMap<>();
    private final Map<String, Reference> coordinators = new ConcurrentHashMap<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<String> envelopes = new CopyOnWriteArrayList<>();

    /** An endpoint of Assent's, as it was given away. */
    record Reference(String address, String parameter) {
        /** The first in a message. */
        static Reference in(String message) {
            return new Reference(
                    find(
                            message,
                            "<(?:wscoor:RegistrationService|wscoor:CoordinatorProtocolService)[^>]*><wsa:Address[^>]*>([^<]*)"),
                    find(message, "<\\w+:Reference(?: [^>]*)?>([^<]*)"));
        }

        /** As a header block. */
        String header() {
            return "<r:Reference xmlns:r='urn:assent:ws-at' wsa:IsReferenceParameter='1'>" + parameter
                    + "</r:Reference>";
        }
    }

    /** An answer of HTTP. */
    record Reply(int status, String body) {
        String faultCode() {
            return find(body, "<faultcode[^>]*>[^:<]*:?([^<]*)");
        }
    }

    /** One that writes by a dialect. */
    Stranger(UnaryOperator<String> dialect) throws IOException {
        this.dialect = dialect;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    static String find(String text, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        return found.find() ? found.group(1) : "";
    }

    String place(String name) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
    }

    // ---- what it hears

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String name = find(message, "<x:part[^>]*>([^<]*)").isEmpty()
                ? exchange.getRequestURI().getPath().substring(1)
                : find(message, "<x:part[^>]*>([^<]*)");
        String action = find(message, "<wsa:Action[^>]*>[^<]*/([^<]*)<");
        envelopes.add(message);
        heard.add(name + ":" + (action.equals("fault") ? find(message, "<faultcode[^>]*>[^:<]*:([^<]*)") : action));
        String answer = scripts.getOrDefault(name, Map.of()).get(action);
        boolean isFault = answer != null && answer.startsWith(FAULT);
        answer(exchange, isFault ? answer.substring(FAULT.length()) : "");
        if (answer != null && !isFault) {
            say(name, answer);
        }
    }

    /** Takes a message; or refuses it by a fault on the connection. */
    private static void answer(HttpExchange exchange, String fault) throws IOException {
        if (fault.isEmpty()) {
            exchange.sendResponseHeaders(202, -1);
        } else {
            byte[] body = Samples.bytes(Samples.envelope("", fault(fault)));
            exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(500, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /** A fault of this code, such as {@code wsat:UnknownTransaction}. */
    static String fault(String code) {
        return "<soap:Fault><faultcode>" + code + "</faultcode><faultstring>" + code + " says the stranger"
                + "</faultstring></soap:Fault>";
    }

    /** All that it has heard, such as {@code D0:Prepare}. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    /** The last message that it has heard. */
    String lastEnvelope() {
        return envelopes.get(envelopes.size() - 1);
    }

    void awaitHeard(String message) {
        Awaitility.await().untilAsserted(() -> assertThat(heard).contains(message));
    }

    // ---- what it says

    Reply post(String address, String action, String headers, String body) throws Exception {
        return post(address, action, headers, body, "urn:m:" + System.nanoTime());
    }

    private Reply post(String address, String action, String headers, String body, String identity) throws Exception {
        String namespace = action.startsWith("Create") || action.startsWith("Register") ? WSCOOR : WSAT;
        String message = Samples.envelope(
                "<wsa:To>" + address + "</wsa:To><wsa:Action>" + namespace + "/" + action
                        + "</wsa:Action><wsa:MessageID>" + identity + "</wsa:MessageID>" + headers,
                body);
        return send(address, "text/xml; charset=utf-8", namespace + "/" + action, dialect.apply(message));
    }

    /** Posts a message as it is. */
    Reply send(String address, String type, String soapAction, String message) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", type)
                .header("SOAPAction", '"' + soapAction + '"')
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body());
    }

    static String replyTo(String address) {
        return "<wsa:ReplyTo><wsa:Address>" + address + "</wsa:Address></wsa:ReplyTo>";
    }

    Reply create(String activation, String inside) throws Exception {
        return post(
                activation,
                "CreateCoordinationContext",
                replyTo(ANONYMOUS),
                "<wscoor:CreateCoordinationContext>" + inside + "<wscoor:CoordinationType>" + WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
    }

    /** Begins a transaction; where to register for it. */
    Reference begin(String activation) throws Exception {
        Reply reply = create(activation, "<wscoor:Expires>60000</wscoor:Expires>");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return Reference.in(reply.body());
    }

    Reply register(Reference registration, String protocol, String place, String name) throws Exception {
        return register(registration, protocol, place, name, "urn:m:" + System.nanoTime());
    }

    /** By a message of this identity. */
    Reply register(Reference registration, String protocol, String place, String name, String identity)
            throws Exception {
        String parameters = name.isEmpty()
                ? ""
                : "<wsa:ReferenceParameters><x:part xmlns:x='urn:own'>" + name + "</x:part></wsa:ReferenceParameters>";
        return post(
                registration.address(),
                "Register",
                replyTo(ANONYMOUS) + registration.header(),
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + protocol + "</wscoor:ProtocolIdentifier>"
                        + "<wscoor:ParticipantProtocolService><wsa:Address>" + place + "</wsa:Address>" + parameters
                        + "</wscoor:ParticipantProtocolService></wscoor:Register>",
                identity);
    }

    /**
     * Registers a participant, or the initiator.
     *
     * @param script what it answers, by what it hears
     */
    void join(Reference registration, String protocol, String name, Map<String, String> script) throws Exception {
        join(registration, protocol, name, script, "urn:m:" + System.nanoTime());
    }

    /** The same by a message of this identity. */
    void join(Reference registration, String protocol, String name, Map<String, String> script, String identity)
            throws Exception {
        scripts.put(name, script);
        Reply reply = register(registration, WSAT + "/" + protocol, place("participant"), name, identity);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        coordinators.put(name, Reference.in(reply.body()));
    }

    /** From now on it answers by another script. */
    void behave(String name, Map<String, String> script) {
        scripts.put(name, script);
    }

    void forget(String name) {
        scripts.remove(name);
    }

    /** One of its own says something to its coordinator. */
    Reply say(String name, String message) {
        Reference to = coordinators.get(name);
        String from = "<wsa:From><wsa:Address>" + place("participant") + "</wsa:Address><wsa:ReferenceParameters>"
                + "<x:part xmlns:x='urn:own'>" + name + "</x:part></wsa:ReferenceParameters></wsa:From>";
        try {
            return post(to.address(), message, replyTo(NONE) + from + to.header(), "<wsat:" + message + "/>");
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The same with another reference. */
    Reply say(String name, String message, Reference to) {
        coordinators.put(name, to);
        return say(name, message);
    }

    Reference coordinator(String name) {
        return coordinators.get(name);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
