package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.time.Clock;
import dev.assent.harness.Fast;
import dev.assent.remote.Attributes;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Referenced;
import dev.assent.remote.Transacted;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.assembly.HttpTransport;
import dev.assent.transport.soap.http.RawConnection;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exported objects as somebody calls them who shares no code with Assent: texts over the JDK's HTTP. */
@Fast
class StrangeCallerTest {
    private static final String NAMESPACE = "http://soap.transport.assent.dev/";
    private static final ServiceLimits LIMITS = new ServiceLimits(30_000, 300_000, 3, 3, 5);

    private final AdjustableClock clock = new AdjustableClock();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private ServiceNode node;

    /** The called interface. */
    public interface Shop {
        /** Gives back what it gets. */
        @Transacted(CallTransaction.SUPPORTS)
        String echo(String text);

        /** Needs a transaction. */
        @Transacted(CallTransaction.MANDATORY)
        void buy(int amount);

        /** Wants none. */
        @Transacted(CallTransaction.NEVER)
        void look();

        /** A cart of the caller's own. */
        @Transacted(CallTransaction.NOT_SUPPORTED)
        Cart open();

        /** Refuses. */
        @Transacted(CallTransaction.NOT_SUPPORTED)
        void refuse(String why) throws ClosedException;
    }

    /** An object that stays where it is. */
    @Referenced
    @Transacted(CallTransaction.NOT_SUPPORTED)
    public interface Cart extends AutoCloseable {
        /** Counts. */
        int add();

        @Override
        void close();
    }

    /** What a shop refuses with. */
    public static final class ClosedException extends Exception {
        private static final long serialVersionUID = 1L;

        /** Says why. */
        public ClosedException(String why) {
            super(why);
        }
    }

    private static final class Bean implements Shop {
        @Override
        public String echo(String text) {
            return text;
        }

        @Override
        public void buy(int amount) {}

        @Override
        public void look() {}

        @Override
        public Cart open() {
            return new Cart() {
                private int count;

                @Override
                public int add() {
                    return ++count;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void refuse(String why) throws ClosedException {
            throw new ClosedException(why);
        }
    }

    @BeforeEach
    void open() {
        node = new ServiceNode("a", new Fixture(), ServiceNode.inMemory("a").clock(clock), LIMITS);
        node.services().export("shop", Shop.class, new Bean(), CallTransaction.REQUIRED);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private HttpTransport transport() {
        return (HttpTransport) node.transport();
    }

    private final class Fixture implements TransportFixture {
        private @Nullable HttpTransport transport;

        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            Clock time = clock;
            SoapConfig config = SoapConfig.defaults()
                    .with(SoapSetting.LISTEN, "127.0.0.1:0")
                    .with(SoapSetting.MESSAGE_BYTES_MAX, 64 << 10)
                    .with(SoapSetting.KEY_FILE, folder.resolve("key"));
            transport = SoapFixture.made(
                    config, new TransportOwner(life, types, time, new RecordingNotices(), null, null, none -> false));
            return transport;
        }

        @Override
        public String address(String name) {
            return String.valueOf(Objects.requireNonNull(transport).address());
        }

        @Override
        public void tick() {}
    }

    private String url() {
        return node.address("shop").replaceFirst("^soap", "http");
    }

    private static String body(String operation, String content) {
        return "<m:" + operation + " xmlns:m='" + NAMESPACE + "'>" + content + "</m:" + operation + ">";
    }

    private HttpResponse<String> post(String url, String type, String message, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(message));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> call(String headers, String body) throws Exception {
        return post(url(), "text/xml; charset=utf-8", Samples.envelope(headers, body));
    }

    // ---- calls

    @Test
    void anOperationIsCalledInBothVersionsOfSoap() throws Exception {
        String message = Samples.envelope("", body("echo", "<arg0> a &lt; b </arg0>"));
        HttpResponse<String> first = post(url(), "text/xml", message);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).contains("echoResponse", "<return> a &lt; b </return>");
        HttpResponse<String> second = post(url(), "application/soap+xml", Samples.second(message));
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).contains("http://www.w3.org/2003/05/soap-envelope", "<return> a &lt; b </return>");
        assertThat(second.headers().firstValue("Content-Type")).hasValue("application/soap+xml; charset=utf-8");
    }

    @ParameterizedTest
    @CsvSource({
        "buy, <arg0>x</arg0>, ASSENT-8624",
        "buy, <arg0>1</arg0>, MANDATORY",
        "sell, '', ASSENT-8635",
    })
    void whatCannotBeCalledIsRefusedByAFault(String operation, String content, String said) throws Exception {
        HttpResponse<String> refused = call("", body(operation, content));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body()).contains("Fault>", said);
    }

    @Test
    void anObjectThatIsNotThereIsNotFound() throws Exception {
        HttpResponse<String> refused = post(url() + "s", "text/xml", Samples.envelope("", body("echo", "")));
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).contains("DestinationUnreachable", "ASSENT-8634");
    }

    @Test
    void whatTheApplicationRefusesWithHasAnElementOfItsName() throws Exception {
        HttpResponse<String> refused = call("", body("refuse", "<arg0>holidays</arg0>"));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body())
                .contains("ClosedException", "<message>holidays</message>")
                .doesNotContain("\tat ");
    }

    @Test
    void aHeaderThatMustBeUnderstoodAndIsNotIsRefused() throws Exception {
        HttpResponse<String> refused =
                call("<x:other xmlns:x='urn:x' soap:mustUnderstand='1'/>", body("echo", "<arg0>a</arg0>"));
        assertThat(refused.body()).contains("MustUnderstand", "urn:x");
    }

    @Test
    void aContextOfAnotherTypeIsRefusedWhenItMustBeUnderstoodAndElseIgnored() throws Exception {
        String context = "<wscoor:CoordinationContext %s><wscoor:Identifier>urn:t</wscoor:Identifier>"
                + "<wscoor:CoordinationType>urn:other</wscoor:CoordinationType><wscoor:RegistrationService>"
                + "<wsa:Address>http://127.0.0.1:1/</wsa:Address></wscoor:RegistrationService>"
                + "</wscoor:CoordinationContext>";
        String echo = body("echo", "<arg0>a</arg0>");
        assertThat(call(String.format(context, "soap:mustUnderstand='1'"), echo).body())
                .contains("MustUnderstand");
        assertThat(call(String.format(context, ""), echo).body()).contains("<return>a</return>");
    }

    /** Such as one of WS-BusinessActivity, beside which a stack may put another one. */
    @Test
    void theContextOfATransactionCountsWhateverStandsBeforeIt() throws Exception {
        String other = "<wscoor:CoordinationContext><wscoor:Identifier>urn:b</wscoor:Identifier>"
                + "<wscoor:CoordinationType>http://docs.oasis-open.org/ws-tx/wsba/2006/06/AtomicOutcome"
                + "</wscoor:CoordinationType><wscoor:RegistrationService><wsa:Address>http://127.0.0.1:1/</wsa:Address>"
                + "</wscoor:RegistrationService></wscoor:CoordinationContext>";
        HttpResponse<String> answer = call(other + context(""), body("echo", "<arg0>a</arg0>"));
        assertThat(answer.body())
                .as("its work is part of a transaction, whose Registration service is not there")
                .contains("Fault>", "ASSENT-")
                .doesNotContain("<return>");
        assertThat(call(other, body("echo", "<arg0>a</arg0>")).body()).contains("<return>a</return>");
    }

    @Test
    void workIsNotPartOfTwoTransactions() throws Exception {
        String second = context("").replaceFirst(" soap:mustUnderstand='1'", "");
        for (String each : List.of(context(""), second)) {
            String refused =
                    call(context("") + each, body("echo", "<arg0>a</arg0>")).body();
            assertThat(refused).contains("InvalidParameters", "part of 2 transactions");
        }
    }

    @Test
    void theContextOfAnIntermediaryIsNotOurs() throws Exception {
        String others = context("").replaceFirst(" soap:must", " soap:actor='urn:monitor' soap:must");
        String echo = body("echo", "<arg0>a</arg0>");
        assertThat(call(others, echo).body()).contains("<return>a</return>");
        assertThat(call(others + context(""), echo).body())
                .as("its work is part of a transaction, whose Registration service is not there")
                .contains("Fault>", "ASSENT-")
                .doesNotContain("MustUnderstand")
                .doesNotContain("<return>");
    }

    private static String context(String more) {
        return "<wscoor:CoordinationContext soap:mustUnderstand='1'><wscoor:Identifier>urn:t</wscoor:Identifier>"
                + "<wscoor:CoordinationType>http://docs.oasis-open.org/ws-tx/wsat/2006/06</wscoor:CoordinationType>"
                + "<wscoor:RegistrationService><wsa:Address>http://127.0.0.1:1/</wsa:Address>"
                + "</wscoor:RegistrationService>" + more + "</wscoor:CoordinationContext>";
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "", "0", "xy", "000000000000000000000000000000000000000000000000000000000000"})
    void aContextThatNamesNoSubordinateIsRefusedAndLeavesNothingUnderWay(String known) throws Exception {
        String ours = "<o:Ours xmlns:o='urn:assent:ws-at' known='" + known + "'/>";
        HttpResponse<String> refused = call(context(ours), body("echo", "<arg0>a</arg0>"));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body()).contains("InvalidParameters");
        Awaitility.await().until(transport()::isIdle); // it is answered first
    }

    @ParameterizedTest
    @CsvSource({"echo, echoResponse", "refuse, fault"})
    void whoHasUsedWsAddressingIsAnsweredByIt(String operation, String action) throws Exception {
        String headers = "<wsa:Action soap:mustUnderstand='1'>urn:a</wsa:Action>"
                + "<wsa:MessageID soap:mustUnderstand='1'>urn:m:7</wsa:MessageID>";
        String said = call(headers, body(operation, "<arg0>a</arg0>")).body();
        assertThat(Stranger.find(said, "<wsa:Action[^>]*>([^<]*)"))
                .isEqualTo(
                        action.equals("fault")
                                ? "http://www.w3.org/2005/08/addressing/soap/fault"
                                : NAMESPACE + "Shop/" + action);
        assertThat(Stranger.find(said, "<wsa:RelatesTo[^>]*>([^<]*)")).isEqualTo("urn:m:7");
        assertThat(call("", body(operation, "<arg0>a</arg0>")).body())
                .as("who has not is not")
                .doesNotContain("addressing");
    }

    /** An interface inherited from another package. */
    public interface Counter extends IntSupplier {
        /** Its own. */
        int next();
    }

    @Test
    void whatAnInterfaceInheritsIsAnsweredInItsOwnNamespace() throws Exception {
        Counter counter = new Counter() {
            @Override
            public int next() {
                return 1;
            }

            @Override
            public int getAsInt() {
                return 2;
            }
        };
        node.services().export("counter", Counter.class, counter, CallTransaction.SUPPORTS);
        String url = url().replace("/shop", "/counter");
        String answer = post(url, "text/xml", Samples.envelope("", body("getAsInt", "")))
                .body();
        assertThat(answer)
                .contains("<m:getAsIntResponse xmlns:m=\"" + NAMESPACE + "\">", "<return>2</return>")
                .doesNotContain("function");
    }

    @Test
    void anAnswerThatShallGoElsewhereIsRefused() throws Exception {
        String headers = "<wsa:Action>urn:a</wsa:Action><wsa:ReplyTo><wsa:Address>http://127.0.0.1:1/</wsa:Address>"
                + "</wsa:ReplyTo>";
        assertThat(call(headers, body("echo", "")).body()).contains("OnlyAnonymousAddressSupported");
    }

    // ---- hostile

    @ParameterizedTest
    @CsvSource({
        "'<!DOCTYPE a [<!ENTITY e \"x\">]><a>&e;</a>', document type",
        "'<a><b></a>', ASSENT-8601",
        "'<a/>', ASSENT-8602",
        "'<?xml version=\"1.1\"?><a/>', ASSENT-8601",
    })
    void whatIsNoMessageIsRefused(String message, String said) throws Exception {
        HttpResponse<String> refused = post(url(), "text/xml", message);
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body()).contains(said);
    }

    @Test
    void aBodyThatIsTooLargeIsNotRead() throws Exception {
        String large = Samples.envelope("", body("echo", "<arg0>" + "x".repeat(64 << 10) + "</arg0>"));
        assertThat(post(url(), "text/xml", large).statusCode()).isEqualTo(413);
    }

    @Test
    void nestingThatIsTooDeepIsRefused() throws Exception {
        String deep = Samples.envelope("", body("echo", "<a>".repeat(1_000) + "</a>".repeat(1_000)));
        assertThat(post(url(), "text/xml", deep).body()).contains("ASSENT-8601");
    }

    // ---- state for each client

    @Test
    void whoKeepsCookiesIsKnownByThem() throws Exception {
        HttpResponse<String> opened = call("", body("open", ""));
        String cookie = opened.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        String cart = Stranger.find(opened.body(), "<wsa:Address[^>]*>([^<;]*)");
        String add = Samples.envelope("", body("add", ""));
        for (int i = 1; i <= 2; i++) {
            assertThat(post(cart, "text/xml", add, "Cookie", cookie).body()).contains("<return>" + i + "</return>");
        }
        HttpResponse<String> other = post(cart, "text/xml", add);
        assertThat(other.body()).as("somebody else").doesNotContain("<return>");
        HttpResponse<String> next =
                post(url(), "text/xml", Samples.envelope("", body("open", "")), "Cookie", "a=b; " + cookie + "; c=d");
        assertThat(next.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(Stranger.find(next.body(), "<wsa:Address[^>]*>([^<]*)")).doesNotContain(";");
    }

    @Test
    void whoKeepsNoneIsKnownByTheUrlThatWasRewritten() throws Exception {
        HttpResponse<String> opened = call("", body("open", ""));
        String cart = Stranger.find(opened.body(), "<wsa:Address[^>]*>([^<]*)");
        assertThat(cart).contains(";assent-session=");
        String add = Samples.envelope("", body("add", ""));
        assertThat(post(cart, "text/xml", add).body()).contains("<return>1</return>");
        assertThat(post(cart, "text/xml", Samples.envelope("", body("close", "")))
                        .statusCode())
                .isEqualTo(200);
        assertThat(post(cart, "text/xml", add).statusCode()).isEqualTo(404);
        assertThat(node.services().references()).isZero();
    }

    @Test
    void oneThatIsNotClosableIsReleasedByItsName() throws Exception {
        HttpResponse<String> opened = call("", body("open", ""));
        String cart = Stranger.find(opened.body(), "<wsa:Address[^>]*>([^<]*)");
        String object = cart.replaceAll("^.*/|;.*$", "");
        String leases = cart.replace(object, "~");
        HttpResponse<String> released =
                post(leases, "text/xml", Samples.envelope("", body("release", "<arg0>" + object + "</arg0>")));
        assertThat(released.statusCode()).as(released.body()).isEqualTo(200);
        assertThat(node.services().references()).isZero();
    }

    /** It once took all that the node has to give. */
    @Test
    void whoIsAnotherSessionAtEachCallHasNoMoreReferencesThanOne() throws Exception {
        String open = Samples.envelope("", body("open", ""));
        for (int i = 0; i < LIMITS.referencesMaxOfCaller(); i++) {
            assertThat(post(url(), "text/xml", open).statusCode()).isEqualTo(200);
        }
        String forged = "assent-session=" + "0".repeat(32);
        for (HttpResponse<String> each :
                List.of(post(url(), "text/xml", open), post(url(), "text/xml", open, "Cookie", forged))) {
            assertThat(each.statusCode()).isEqualTo(500);
            assertThat(each.body()).contains("ASSENT-8051", "references to 127.0.0.1:", "'references-max-of-");
        }
        assertThat(openedFrom("127.0.0.2", open)).as("another host").contains(" 200 ", ";assent-session=");
    }

    private String openedFrom(String host, String message) throws IOException {
        URI shop = URI.create(url());
        try (RawConnection connection = RawConnection.from(host, shop.getPort())) {
            return connection
                    .send(
                            "POST " + shop.getPath() + " HTTP/1.1",
                            "Host: 127.0.0.1:" + shop.getPort(),
                            "Content-Type: text/xml; charset=utf-8",
                            "Content-Length: " + message.length(),
                            "",
                            message)
                    .message();
        }
    }

    // ---- WSDL

    private Element wsdl() throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(url() + "?wsdl")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new XmlReader(XmlLimits.DEFAULT).read(answer.body().getBytes(StandardCharsets.UTF_8), null);
    }

    @Test
    void theWsdlSaysWhereItIsAndWhichOperationsUnderstandAContext() throws Exception {
        Element wsdl = wsdl();
        assertThat(wsdl.name().getLocalPart()).isEqualTo("definitions");
        String text = wsdl.toString();
        assertThat(text).contains(url(), "ATAssertion", "TransactionRequired", "TransactionOptional");
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(url() + "?wsdl")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(policyOf(answer.body(), "buy")).isEqualTo("#TransactionRequired");
        assertThat(policyOf(answer.body(), "echo")).isEqualTo("#TransactionOptional");
        assertThat(policyOf(answer.body(), "look")).isEmpty();
    }

    @Test
    void whatCodeHasSaidOfAMethodIsInTheWsdl() throws Exception {
        node.services()
                .export(
                        "strict",
                        Shop.class,
                        new Bean(),
                        Attributes.of(CallTransaction.REQUIRED)
                                .with("echo", CallTransaction.MANDATORY)
                                .with("buy", CallTransaction.REQUIRES_NEW));
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(url().replace("/shop", "/strict") + "?wsdl"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(policyOf(answer.body(), "echo")).isEqualTo("#TransactionRequired");
        assertThat(policyOf(answer.body(), "buy")).isEmpty();
    }

    private static String policyOf(String wsdl, String operation) {
        String binding = Stranger.find(wsdl, "<wsdl:binding(.*)</wsdl:binding>");
        String found = Stranger.find(binding, "<wsdl:operation name=\"" + operation + "\">(.*?)</wsdl:operation>");
        return Stranger.find(found, "PolicyReference[^>]*URI=\"([^\"]*)\"");
    }

    @Test
    void whatIsNotThereHasNone() throws IOException, InterruptedException {
        for (String each : new String[] {url(), url() + "s?wsdl", url() + "?other"}) {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(URI.create(each)).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(each).isEqualTo(404);
        }
    }

    @Test
    void keysOfSessionsAreOfOnePlace() {
        Keys keys = new Keys(SigningSecret.ofThisLife());
        assertThat(keys.session("a:1")).isEqualTo(keys.session("a:1")).isNotEqualTo(keys.session("a:2"));
    }
}
