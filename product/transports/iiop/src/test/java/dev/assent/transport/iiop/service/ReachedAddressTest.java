package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.reference.Ior;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Object;
import org.omg.CORBA.Policy;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.TransactionFactoryHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** Processes that are reached at another address than that at which they listen. */
@Fast
class ReachedAddressTest {
    private static final String REACHED = "127.0.0.2";

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.reachedAt(REACHED, clock, new TransportFixture.Limits(10_000, 0));
    private final ServiceNode bank = new ServiceNode("bank", wire, new EventList(), clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, new EventList(), clock);
    private final RecordingResource resource = bank.node().resource("r");

    /** The exported interface. */
    public interface Account {
        /** Works. */
        void work();
    }

    @BeforeEach
    void export() {
        bank.services().export("account", Account.class, () -> bank.work(resource), CallTransaction.MANDATORY);
    }

    @AfterEach
    void close() {
        shop.close();
        bank.close();
        wire.close();
    }

    private static ORB orb(ServiceNode node) {
        return ((IiopTransport) node.transport()).orb();
    }

    private static void assertReached(ORB orb, Object object) throws Exception {
        assertThat(Ior.parse(orb.object_to_string(object)).place().host()).isEqualTo(REACHED);
    }

    @Test
    void transactionsEndAmongThem() throws Exception {
        assertThat(wire.address("bank")).startsWith("iiop://" + REACHED);
        assertThat(bank.transport().address()).isEqualTo(wire.address("bank"));

        Account account = shop.services().connect(wire.address("bank") + "/account", Account.class);
        shop.manager().begin();
        account.work();
        shop.manager().commit();

        assertThat(resource.committed()).isOne();
    }

    @Test
    void whatTheyServeIsReachedThere() throws Exception {
        ORB orb = orb(shop);
        String place = wire.address("bank").substring("iiop://".length());
        Object names = orb.string_to_object("corbaloc::" + place + "/NameService");

        assertReached(orb, NamingContextExtHelper.narrow(names).resolve_str("account"));
        assertReached(orb, names);
        Control control = TransactionFactoryHelper.narrow(
                        orb.string_to_object("corbaloc::" + place + "/TransactionFactory"))
                .create(10);
        assertReached(orb, control);
        assertReached(orb, control.get_coordinator());
        control.get_terminator().rollback();
    }

    @Test
    void whatTheirProgramsServeIsReachedThere() throws Exception {
        ORB orb = orb(bank);
        POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        Object made = root.create_POA("program", root.the_POAManager(), new Policy[0])
                .create_reference("IDL:omg.org/CORBA/Object:1.0");

        assertReached(orb, made);
        assertReached(orb, orb.resolve_initial_references("TransactionFactory"));
    }
}
