package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.remote.service.TransactionAttribute;
import dev.assent.testkit.remote.ServiceNode;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.transport.soap.handler.CallingHandler;
import dev.assent.transport.soap.handler.Programs;
import dev.assent.transport.soap.handler.ServingHandler;
import jakarta.jws.WebService;
import jakarta.transaction.RollbackException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.IntSupplier;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications on Apache CXF, by JAX-WS alone, whose endpoints and stubs have the handlers of two nodes. */
@Timeout(120)
class JaxWsHandlersTest {
    private static final String NAMESPACE = "http://test.assent.dev/";
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

    /** What is called. */
    @WebService(targetNamespace = NAMESPACE)
    public interface Till {
        /** Works in the transaction of the thread, and says which one that is. */
        String work();

        /** Leaves the transaction to roll back only. */
        String spoil();

        /** Works, and throws. */
        String fail();
    }

    /** At the bank. */
    @WebService(targetNamespace = NAMESPACE, serviceName = "Tills", portName = "TillPort")
    public static final class BanksTill implements Till {
        private final ServiceNode bank;
        private final RecordingResource resource;

        BanksTill(ServiceNode bank, RecordingResource resource) {
            this.bank = bank;
            this.resource = resource;
        }

        @Override
        public String work() {
            String current = bank.current();
            if (!current.equals("none")) {
                bank.work(resource);
            }
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
    }

    private static Programs programs(ServiceNode node) {
        return ((SoapTransport) node.transport()).programs();
    }

    private static String url() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return "http://127.0.0.1:" + free.getLocalPort() + "/bank/till";
        }
    }

    @BeforeEach
    void open() throws IOException {
        String url = url();
        endpoint = Endpoint.publish(url, new BanksTill(bank, resource));
        chain(endpoint.getBinding(), new ServingHandler(programs(bank)));
        Service service = Service.create(new QName(NAMESPACE, "Tills"));
        service.addPort(PORT, SOAPBinding.SOAP11HTTP_BINDING, url);
        till = service.getPort(PORT, Till.class);
        chain(((BindingProvider) till).getBinding(), new CallingHandler(programs(shop)));
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
        bank.services().export("ledger", Ledger.class, ledger, TransactionAttribute.MANDATORY);
        URL wsdl = new URL(bank.address("ledger").replaceFirst("^soap", "http") + "?wsdl");
        Service service = Service.create(wsdl, new QName("http://soap.transport.assent.dev/", "LedgerService"));
        LedgerPort port = service.getPort(LedgerPort.class);
        chain(((BindingProvider) port).getBinding(), new CallingHandler(programs(shop)));
        shop.manager().begin();
        assertThat(port.enter()).isEqualTo(shop.current());
        shop.manager().commit();
        assertThat(resource.committed()).isEqualTo(1);
        assertThatThrownBy(port::enter).isInstanceOf(SOAPFaultException.class).hasMessageContaining("ASSENT-8038");
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
        bank.services().export("vault", Vault.class, vault, TransactionAttribute.SUPPORTS);
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
        assertThat(post(own + own)).as("two transactions at once").contains("Fault>", "ASSENT-8643", "second");
        assertThat(resource.committed()).isZero();
    }

    private static String context(String type, String more) {
        return "<wscoor:CoordinationContext " + more + "><wscoor:Identifier>urn:t</wscoor:Identifier>"
                + "<wscoor:CoordinationType>" + type + "</wscoor:CoordinationType><wscoor:RegistrationService>"
                + "<wsa:Address>http://127.0.0.1:1/</wsa:Address></wscoor:RegistrationService>"
                + "</wscoor:CoordinationContext>";
    }

    private String post(String headers) throws Exception {
        String url =
                (String) ((BindingProvider) till).getRequestContext().get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
        String message = Samples.envelope(headers, "<t:work xmlns:t='" + NAMESPACE + "'/>");
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
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
    void whatIsNotAnsweredIsNotCommitted() throws Exception {
        shop.manager().begin();
        till.work();
        endpoint.stop();
        assertThatThrownBy(till::work).isInstanceOf(WebServiceException.class);
        assertThatThrownBy(shop.manager()::commit)
                .as("CXF tells its handlers nothing of such a call")
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-2058");
        shop.manager().rollback();
        assertThat(resource.committed()).isZero();
        assertThat(resource.rolledBack()).isEqualTo(1);
    }
}
