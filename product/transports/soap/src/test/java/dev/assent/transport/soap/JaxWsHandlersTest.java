package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.soap.handler.CallingHandler;
import dev.assent.transport.soap.handler.ServingHandler;
import jakarta.jws.WebService;
import jakarta.transaction.RollbackException;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.spi.Provider;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Applications on a stack of JAX-WS, whose endpoints and stubs have the handlers of two nodes: on Apache CXF, and once
 * more on Metro, the reference implementation, by an execution of its own in the POM.
 */
@Fast
@Tag("jax-ws")
class JaxWsHandlersTest {
    private static final String NAMESPACE = "http://test.assent.dev/";
    private static final boolean IS_CXF =
            Provider.provider().getClass().getName().startsWith("org.apache.cxf.");
    private static final QName PORT = new QName(NAMESPACE, "TillPort");

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(60_000, 0));
    private final EventList events = new EventList();
    private final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, events, clock);
    private final RecordingResource resource = bank.node().resource("r");
    private Endpoint endpoint;
    private Till till;

    /** What happens while the till works. */
    private volatile Runnable meanwhile = () -> {};

    /** The called interface. */
    @WebService(targetNamespace = NAMESPACE)
    public interface Till {
        /** Works in the transaction of the thread, and says which one that is. */
        String work();

        /** Leaves the transaction to roll back only. */
        String spoil();

        /** Works, and throws. */
        String fail();

        /** Works, and throws what it declares. */
        String overdraw() throws OverdrawnException;
    }

    /** What the till declares. */
    public static final class OverdrawnException extends Exception {
        private static final long serialVersionUID = 1L;

        /** As the stacks make it. */
        public OverdrawnException(String message) {
            super(message);
        }
    }

    /** At the bank. */
    @WebService(targetNamespace = NAMESPACE, serviceName = "Tills", portName = "TillPort")
    public static final class BanksTill implements Till {
        private final ServiceNode bank;
        private final RecordingResource resource;
        private final Runnable meanwhile;

        BanksTill(ServiceNode bank, RecordingResource resource, Runnable meanwhile) {
            this.bank = bank;
            this.resource = resource;
            this.meanwhile = meanwhile;
        }

        @Override
        public String work() {
            String current = bank.current();
            if (!current.equals("none")) {
                bank.work(resource);
            }
            meanwhile.run();
            return current;
        }

        @Override
        public String spoil() {
            try {
                bank.manager().setRollbackOnly();
            } catch (Exception none) {
                throw new IllegalStateException(none);
            }
            return "spoilt";
        }

        @Override
        public String fail() {
            work();
            throw new IllegalStateException("no money");
        }

        @Override
        public String overdraw() throws OverdrawnException {
            work();
            throw new OverdrawnException("overdrawn");
        }
    }

    private static SoapTransport transport(ServiceNode node) {
        return (SoapTransport) node.transport();
    }

    private static String url() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return "http://127.0.0.1:" + free.getLocalPort() + "/bank/till";
        }
    }

    @BeforeEach
    void open() throws IOException {
        String url = url();
        publish(url, SOAPBinding.SOAP11HTTP_BINDING, binding -> chain(binding, new ServingHandler(transport(bank))));
        Service service = Service.create(new URL(url + "?wsdl"), new QName(NAMESPACE, "Tills"));
        till = service.getPort(PORT, Till.class);
        chain(((BindingProvider) till).getBinding(), new CallingHandler(transport(shop)));
    }

    /** CXF opens at no address when its binding was asked for before, and Metro takes handlers before alone. */
    private void publish(String url, String version, Consumer<jakarta.xml.ws.Binding> setting) {
        endpoint = Endpoint.create(version, new BanksTill(bank, resource, () -> meanwhile.run()));
        if (IS_CXF) {
            endpoint.publish(url);
            setting.accept(endpoint.getBinding());
        } else {
            setting.accept(endpoint.getBinding());
            endpoint.publish(url);
        }
    }

    @SuppressWarnings("rawtypes") // as the API has it
    private static void chain(jakarta.xml.ws.Binding binding, Handler handler) {
        binding.setHandlerChain(List.of(handler));
    }

    @AfterEach
    void close() {
        endpoint.stop();
        shop.close();
        bank.close();
        wire.close();
    }

    @Test
    void whatAnEndpointDoesIsCommittedWithTheCallersTransaction() throws Exception {
        shop.manager().begin();
        String id = shop.current();
        assertThat(till.work()).isEqualTo(id);
        assertThat(till.work()).isEqualTo(id);
        assertThat(bank.current()).isEqualTo("none");
        shop.manager().commit();
        assertThat(resource.committed()).isEqualTo(2);
    }

    /** What the bank's node exports. */
    public interface Ledger {
        /** Works in the caller's transaction, and says which one that is. */
        String enter();
    }

    /** The same, as an application has it that has read the WSDL. */
    @WebService(name = "Ledger", targetNamespace = "http://soap.transport.assent.dev/")
    public interface LedgerPort {
        /** Enters. */
        String enter();
    }

    @Test
    void aStackThatHasReadAWsdlOfOursMeetsItsPolicy() throws Exception {
        Ledger ledger = () -> {
            bank.work(resource);
            return bank.current();
        };
        bank.services().export("ledger", Ledger.class, ledger, CallTransaction.MANDATORY);
        LedgerPort port = ledgerPort();
        shop.manager().begin();
        assertThat(port.enter()).isEqualTo(shop.current());
        shop.manager().commit();
        assertThat(resource.committed()).isEqualTo(1);
        assertThatThrownBy(port::enter).isInstanceOf(SOAPFaultException.class).hasMessageContaining("ASSENT-8038");
    }

    private LedgerPort ledgerPort() throws Exception {
        URL wsdl = new URL(bank.address("ledger").replaceFirst("^soap", "http") + "?wsdl");
        Service service = Service.create(wsdl, new QName("http://soap.transport.assent.dev/", "LedgerService"));
        LedgerPort port = service.getPort(LedgerPort.class);
        chain(((BindingProvider) port).getBinding(), new CallingHandler(transport(shop)));
        return port;
    }

    @Test
    void workOfANodeThatItsSuperiorWasNotToldOfIsNotCommittedEither() throws Exception {
        Ledger ledger = () -> {
            bank.work(resource);
            shop.setReady(false); // so that no registration is taken
            return "";
        };
        bank.services().export("ledger", Ledger.class, ledger, CallTransaction.MANDATORY);
        LedgerPort port = ledgerPort();
        shop.manager().begin();
        assertThatThrownBy(port::enter).isInstanceOf(SOAPFaultException.class);
        shop.setReady(true);
        assertThatThrownBy(shop.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    /** What the bank's node exports, and has in part from another package. */
    public interface Vault extends IntSupplier {
        /** Its own. */
        int next();
    }

    /** The same, as an application has it that has read the WSDL; and as it would serve it. */
    @WebService(name = "Vault", targetNamespace = "http://soap.transport.assent.dev/")
    public interface VaultPort {
        /** Its own. */
        int next();

        /** What it has inherited. */
        int getAsInt();
    }

    /** Another make's. */
    @WebService(targetNamespace = "http://soap.transport.assent.dev/")
    public static final class OthersVault implements VaultPort {
        @Override
        public int next() {
            return 1;
        }

        @Override
        public int getAsInt() {
            return 2;
        }
    }

    @Test
    void whatAnInterfaceHasInheritedIsCalledAsItsWsdlSays() throws Exception {
        Vault vault = new Vault() {
            @Override
            public int next() {
                return 1;
            }

            @Override
            public int getAsInt() {
                return 2;
            }
        };
        bank.services().export("vault", Vault.class, vault, CallTransaction.SUPPORTS);
        URL wsdl = new URL(bank.address("vault").replaceFirst("^soap", "http") + "?wsdl");
        Service service = Service.create(wsdl, new QName("http://soap.transport.assent.dev/", "VaultService"));
        VaultPort port = service.getPort(VaultPort.class);
        assertThat(port.next()).isEqualTo(1);
        assertThat(port.getAsInt()).isEqualTo(2);
    }

    @Test
    void whatAnInterfaceHasInheritedIsSentAsAnotherStackWantsIt() throws Exception {
        String url = url();
        Endpoint others = Endpoint.publish(url, new OthersVault());
        try {
            Vault vault = shop.services().connect(url.replaceFirst("^http", "soap"), Vault.class);
            assertThat(vault.next()).isEqualTo(1);
            assertThat(vault.getAsInt()).isEqualTo(2);
        } finally {
            others.stop();
        }
    }

    @Test
    void itIsRolledBackWithIt() throws Exception {
        shop.manager().begin();
        till.work();
        shop.manager().rollback();
        assertThat(resource.rolledBack()).isEqualTo(1);
        assertThat(resource.committed()).isZero();
    }

    /** Such as one of WS-BusinessActivity, which another handler of a stack has put down. */
    @Test
    void theContextOfATransactionCountsWhateverStandsBeforeIt() throws Exception {
        String other = context("http://docs.oasis-open.org/ws-tx/wsba/2006/06/AtomicOutcome", "");
        String own = context("http://docs.oasis-open.org/ws-tx/wsat/2006/06", "soap:mustUnderstand='1'");
        assertThat(post(other)).as("which is none of a transaction").contains("<return>none</return>");
        assertThat(post(other + own))
                .as("its work is part of a transaction, whose Registration service is not there")
                .contains("Fault>", "ASSENT-8638");
        assertThat(post(own.replace("2006/06", "2099/01") + own))
                .as("one that must be understood, and is not")
                .contains("Fault>");
        String monitors = own.replaceFirst(" soap:must", " soap:actor='urn:monitor' soap:must");
        assertThat(post(monitors)).as("one of an intermediary").contains("<return>none</return>");
        assertThat(post(monitors + own)).as("which does not hide ours").contains("Fault>", "ASSENT-8638");
        assertThat(post(own + monitors)).as("nor is a second one").contains("Fault>", "ASSENT-8638");
        assertThat(post(own + own)).as("two transactions at once").contains("Fault>", "part of 2 transactions");
        assertThat(resource.committed()).isZero();
    }

    @Test
    void theContextOfARoleThatAnEndpointPlaysIsIts() throws Exception {
        endpoint.stop();
        Set<String> untold = IS_CXF ? Set.of("urn:till") : Set.of();
        publish(address(), SOAPBinding.SOAP11HTTP_BINDING, binding -> {
            ((SOAPBinding) binding).setRoles(new HashSet<>(Set.of("urn:till"))); // CXF adds to it
            chain(binding, new ServingHandler(transport(bank), untold));
        });
        String own =
                context("http://docs.oasis-open.org/ws-tx/wsat/2006/06", "soap:actor='%s' soap:mustUnderstand='1'");
        assertThat(post(String.format(own, "urn:till")))
                .as("its work is part of a transaction, whose Registration service is not there")
                .contains("Fault>", "ASSENT-8638");
        assertThat(post(String.format(own, "urn:monitor"))).contains("<return>none</return>");
    }

    private static String context(String type, String more) {
        return "<wscoor:CoordinationContext " + more + "><wscoor:Identifier>urn:t</wscoor:Identifier>"
                + "<wscoor:CoordinationType>" + type + "</wscoor:CoordinationType><wscoor:RegistrationService>"
                + "<wsa:Address>http://127.0.0.1:1/</wsa:Address></wscoor:RegistrationService>"
                + "</wscoor:CoordinationContext>";
    }

    private String address() {
        return (String) ((BindingProvider) till).getRequestContext().get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    }

    private String post(String headers) throws Exception {
        String message = Samples.envelope(headers, "<t:work xmlns:t='" + NAMESPACE + "'/>");
        HttpRequest request = HttpRequest.newBuilder(URI.create(address()))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void withoutATransactionThereIsNone() {
        assertThat(till.work()).isEqualTo("none");
    }

    @Test
    void aTransactionThatCanOnlyRollBackIsToldByAFault() throws Exception {
        shop.manager().begin();
        till.work();
        assertThatThrownBy(till::spoil).isInstanceOf(SOAPFaultException.class).hasMessageContaining("ASSENT-8638");
        assertThatThrownBy(shop.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.committed()).isZero();
    }

    @Test
    void aFaultThatSaysNothingOfWhatWasDoneLeavesTheTransactionToRollBack() throws Exception {
        shop.manager().begin();
        assertThatThrownBy(till::fail).isInstanceOf(SOAPFaultException.class).hasMessageContaining("no money");
        assertThat(bank.current()).isEqualTo("none");
        assertThatThrownBy(shop.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.committed()).isZero();
    }

    @Test
    void aDeclaredExceptionIsTheApplicationsAndItsWorkIsCommitted() throws Exception {
        shop.manager().begin();
        assertThatThrownBy(till::overdraw).isInstanceOf(OverdrawnException.class);
        shop.manager().commit();
        assertThat(resource.committed()).isEqualTo(1);
    }

    /** Its superior knows of the work, and hears at the vote what became of it. */
    @Test
    void aDeclaredExceptionIsToldAlsoWhenTheTransactionCanOnlyRollBack() throws Exception {
        meanwhile = () -> assertThatCode(bank.manager()::setRollbackOnly).doesNotThrowAnyException();
        shop.manager().begin();
        assertThatThrownBy(till::overdraw).isInstanceOf(OverdrawnException.class);
        assertThatThrownBy(shop.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        SOAPBinding.SOAP11HTTP_BINDING + ", work, Server",
        SOAPBinding.SOAP11HTTP_BINDING + ", overdraw, Server",
        SOAPBinding.SOAP11HTTP_BINDING + ", fail, Server",
        SOAPBinding.SOAP12HTTP_BINDING + ", work, Receiver",
        SOAPBinding.SOAP12HTTP_BINDING + ", overdraw, Receiver",
        SOAPBinding.SOAP12HTTP_BINDING + ", fail, Receiver"
    })
    void workThatItsSuperiorWasNotToldOfIsNotCommitted(String version, String operation, String code) throws Exception {
        endpoint.stop();
        publish(address(), version, binding -> chain(binding, new ServingHandler(transport(bank))));
        Dispatch<Source> caller = caller(version, address());
        meanwhile = () -> shop.setReady(false); // so that no registration is taken
        shop.manager().begin();
        SOAPFaultException told =
                catchThrowableOfType(SOAPFaultException.class, () -> caller.invoke(request(operation)));
        shop.setReady(true);
        assertThatThrownBy(shop.manager()::commit).isInstanceOf(RollbackException.class);
        SOAPFault fault = told.getFault();
        assertThat(fault.getFaultString()).contains("ASSENT-8638");
        assertThat(fault.getFaultCodeAsQName()).isEqualTo(new QName(fault.getNamespaceURI(), code));
        assertThat(fault.getDetail()).isNull();
        if (version.equals(SOAPBinding.SOAP12HTTP_BINDING)) {
            assertThat(fault.getFaultSubcodes()).isExhausted();
        }
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    private Dispatch<Source> caller(String version, String address) {
        Service service = Service.create(new QName(NAMESPACE, "Tills"));
        service.addPort(PORT, version, address);
        Dispatch<Source> caller = service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
        chain(caller.getBinding(), new CallingHandler(transport(shop)));
        return caller;
    }

    private static Source request(String operation) {
        return new StreamSource(new StringReader("<t:" + operation + " xmlns:t='" + NAMESPACE + "'/>"));
    }

    @ParameterizedTest
    @CsvSource({
        "soap:Server, false",
        "soap:Server.userException, false",
        "other:Client, false",
        "other:OutOfMoney, false",
        ", false",
        "soap:Client, true",
        "soap:Client.Authentication, true",
        "wscoor:InvalidParameters, true"
    })
    void aFaultOfSoap11SaysByItsCodeWhetherNothingWasDone(String code, boolean isRefusal) throws Exception {
        String faultCode = code == null ? "" : "<faultcode>" + code + "</faultcode>";
        String fault = faultCode + "<faultstring>no</faultstring>";
        assertThat(isCommittedAfter(SOAPBinding.SOAP11HTTP_BINDING, fault)).isEqualTo(isRefusal);
    }

    @ParameterizedTest
    @CsvSource({
        "soap:Receiver, , false",
        "soap:Receiver, other:OutOfMoney, false",
        "soap:Receiver, wscoor:InvalidParameters, true",
        "soap:Sender, , true"
    })
    void aFaultOfSoap12SaysByItsCodesWhetherNothingWasDone(String code, String subcode, boolean isRefusal)
            throws Exception {
        String inner = subcode == null ? "" : "<soap:Subcode><soap:Value>" + subcode + "</soap:Value></soap:Subcode>";
        String fault = "<soap:Code><soap:Value>" + code + "</soap:Value>" + inner
                + "</soap:Code><soap:Reason><soap:Text xml:lang='en'>no</soap:Text></soap:Reason>";
        assertThat(isCommittedAfter(SOAPBinding.SOAP12HTTP_BINDING, fault)).isEqualTo(isRefusal);
    }

    /** Whether a transaction is committed in which a stranger's only answer was a fault. */
    private boolean isCommittedAfter(String version, String fault) throws Exception {
        boolean isNew = version.equals(SOAPBinding.SOAP12HTTP_BINDING);
        String envelope = isNew ? SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE : SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE;
        String message = "<soap:Envelope xmlns:soap='" + envelope + "' xmlns:other='urn:other' xmlns:wscoor='"
                + "http://docs.oasis-open.org/ws-tx/wscoor/2006/06'><soap:Body><soap:Fault>" + fault
                + "</soap:Fault></soap:Body></soap:Envelope>";
        HttpServer stranger = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        stranger.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", isNew ? "application/soap+xml" : "text/xml");
            byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(500, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        stranger.start();
        try {
            String address = "http://127.0.0.1:" + stranger.getAddress().getPort() + "/till";
            shop.manager().begin();
            Dispatch<Source> caller = caller(version, address);
            assertThatThrownBy(() -> caller.invoke(request("work"))).isInstanceOf(WebServiceException.class);
            shop.manager().commit();
            return true;
        } catch (RollbackException left) {
            return false;
        } finally {
            stranger.stop(0);
        }
    }

    @Test
    void whatIsNotAnsweredIsNotCommitted() throws Exception {
        shop.manager().begin();
        till.work();
        endpoint.stop();
        assertThatThrownBy(till::work).isInstanceOf(WebServiceException.class);
        if (IS_CXF) {
            assertThatThrownBy(shop.manager()::commit)
                    .as("it tells its handlers nothing of such a call")
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-2058");
            shop.manager().rollback();
        } else {
            assertThatThrownBy(shop.manager()::commit)
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("ASSENT-8642");
        }
        assertThat(resource.committed()).isZero();
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    @Test
    void aTransportThatIsNotOfThisLibrary_isRefused() {
        SoapTransport foreign = (SoapTransport) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SoapTransport.class}, (proxy, method, arguments) -> null);

        assertThatThrownBy(() -> new CallingHandler(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-8654", foreign.getClass().getName());
    }
}
