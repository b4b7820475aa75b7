package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.soap.policy.Policies;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services of a stranger, whose WSDLs say of transactions what a test wants. */
@Fast
class StrangeServiceTest {
    private static final String REQUIRED = "<p:Policy><at:ATAssertion/></p:Policy>";

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(60_000, 0));
    private final ServiceNode node = new ServiceNode("caller", wire, new EventList(), clock);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile int status = 200;
    private volatile String type = "text/xml; charset=utf-8";
    private volatile String wsdl = "";
    private volatile String fault = "";
    private Shop shop;

    /** The called interface. */
    public interface Shop {
        /** Requires a transaction, where a WSDL says so. */
        void buy();

        /** Is part of none, where a WSDL says so. */
        void look();
    }

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
        wsdl = "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/' xmlns:p='http://www.w3.org/ns/ws-policy'"
                + " xmlns:at='http://docs.oasis-open.org/ws-tx/wsat/2006/06'><d:binding name='B' type='Shop'>"
                + "<d:operation name='buy'>" + REQUIRED + "</d:operation><d:operation name='look'/></d:binding>"
                + "</d:definitions>";
        String place = "soap://127.0.0.1:" + server.getAddress().getPort() + "/services/shop";
        shop = node.services().connect(place, Shop.class);
    }

    @AfterEach
    void close() {
        node.close();
        wire.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean isRead = exchange.getRequestMethod().equals("GET");
        heard.add(
                isRead
                        ? "GET " + exchange.getRequestURI()
                        : Stranger.find(message, "<m:(\\w+)")
                                + (message.contains("RegistrationService") ? " inside" : ""));
        String result = message.contains("m:buy") ? "<buyResponse/>" : "<lookResponse/>";
        String answer = isRead ? wsdl : Samples.envelope("", fault.isEmpty() ? result : fault);
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(isRead ? status : fault.isEmpty() ? 200 : 500, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static final String READ = "GET /services/shop?wsdl";

    @Test
    void aCallThatNeedsATransactionAndHasNoneIsNotSent() {
        assertThatThrownBy(shop::buy)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8645")
                .hasMessageContaining("'buy'")
                .hasMessageContaining("/services/shop");
        assertThat(heard).containsExactly(READ);
    }

    @Test
    void aCallThatCanHaveNoTransactionAndHasOneIsNotSentAndTheTransactionGoesOn() throws Exception {
        node.manager().begin();
        assertThatThrownBy(shop::look)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8646");
        assertThat(heard).containsExactly(READ);
        node.manager().commit();
    }

    @Test
    void whatThePolicyAllowsIsSentAndTheWsdlIsReadOnce() throws Exception {
        shop.look();
        node.manager().begin();
        shop.buy();
        node.manager().commit();
        assertThat(heard).containsExactly(READ, "look", "buy inside");
    }

    @Test
    void aServiceWithoutAWsdlIsCalled() throws Exception {
        status = 404;
        assertBothAreSent();
    }

    @Test
    void aWsdlThatCannotBeReadSaysNothing() throws Exception {
        wsdl = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><x>&e;</x>";
        assertBothAreSent();
    }

    @Test
    void whatHasABrokenTypeIsReadAllTheSame() {
        type = "text/xml; charset=\"utf-8";
        assertThatThrownBy(shop::buy).hasMessageContaining("ASSENT-8645");
        shop.look();
        assertThat(heard).containsExactly(READ, "look");
    }

    private void assertBothAreSent() throws Exception {
        shop.buy();
        node.manager().begin();
        shop.look();
        node.manager().commit();
        assertThat(heard).containsExactly(READ, "buy", "look inside");
    }

    @Test
    void aPolicyIsReadAgainAfterAMinute() {
        assertThatThrownBy(shop::buy).hasMessageContaining("ASSENT-8645");
        wsdl = wsdl.replace(REQUIRED, "<p:Policy><at:ATAssertion p:Optional='true'/></p:Policy>");
        clock.advance(Duration.ofMillis(Policies.MILLIS_MAX - 1));
        assertThatThrownBy(shop::buy).hasMessageContaining("ASSENT-8645");
        clock.advance(Duration.ofMillis(1));
        shop.buy();
        assertThat(heard).containsExactly(READ, READ, "buy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<faultcode>soap:Server</faultcode>",
                "<faultcode>soap:Server.userException</faultcode>",
                "<faultcode xmlns:a='http://stranger/dispatcher'>a:InternalServiceFault</faultcode>",
                "<faultcode>Client</faultcode>"
            })
    void whatMayHaveBeenDoneCanOnlyRollBack(String code) throws Exception {
        node.manager().begin();
        assertFails(code);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<faultcode>soap:Client</faultcode>",
                "<faultcode>soap:Client.Authentication</faultcode>",
                "<faultcode>soap:MustUnderstand</faultcode>",
                "<faultcode xmlns:c='http://docs.oasis-open.org/ws-tx/wscoor/2006/06'>c:InvalidParameters</faultcode>",
                "<faultcode xmlns:w='http://www.w3.org/2005/08/addressing'>w:InvalidAddressingHeader</faultcode>"
            })
    void afterARefusalTheTransactionGoesOn(String code) throws Exception {
        node.manager().begin();
        assertFails(code);
        node.manager().commit();
    }

    private void assertFails(String code) {
        fault = "<soap:Fault>" + code + "<faultstring>no money</faultstring></soap:Fault>";
        assertThatThrownBy(shop::buy).isInstanceOf(RemoteFailureException.class).hasStackTraceContaining("no money");
    }
}
