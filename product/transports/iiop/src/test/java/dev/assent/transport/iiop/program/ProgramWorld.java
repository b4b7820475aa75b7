package dev.assent.transport.iiop.program;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.IiopWires;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CosTransactions.Current;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.InvocationPolicyValueHelper;
import org.omg.CosTransactions.OTSPolicyValueHelper;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/** Two nodes with a CORBA program each: the shop's calls objects of the bank's, of an interface of IDL that is at hand. */
abstract class ProgramWorld {
    final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0), options());
    final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    final ServiceNode shop = new ServiceNode("shop", wire, events, clock);
    final RecordingResource resource = bank.node().resource("r");
    private int adapters;

    /** The unusual options of the wire; read before the test is made. */
    IiopWires.Options options() {
        return IiopWires.Options.USUAL;
    }

    @AfterEach
    final void close() {
        shop.close();
        bank.close();
        wire.close();
    }

    static ORB orb(ServiceNode node) {
        return ((IiopTransport) node.transport()).orb();
    }

    static Current current(ServiceNode node) throws Exception {
        return (Current) orb(node).resolve_initial_references("TransactionCurrent");
    }

    static Policy ots(ORB orb, short value) throws Exception {
        Any any = orb.create_any();
        OTSPolicyValueHelper.insert(any, value);
        return orb.create_policy(OTS_POLICY_TYPE.value, any);
    }

    static Policy invocation(ORB orb, short value) throws Exception {
        Any any = orb.create_any();
        InvocationPolicyValueHelper.insert(any, value);
        return orb.create_policy(INVOCATION_POLICY_TYPE.value, any);
    }

    /** A reference to an object of the bank, in an adapter of its own with these policies, as the bank's ORB writes it. */
    final String serve(Servant servant, Policy... policies) throws Exception {
        POA root = POAHelper.narrow(orb(bank).resolve_initial_references("RootPOA"));
        POA adapter = root.create_POA("program-" + adapters++, root.the_POAManager(), policies);
        return orb(bank).object_to_string(adapter.id_to_reference(adapter.activate_object(servant)));
    }

    final String serve(Servant servant, short ots) throws Exception {
        List<Policy> policies = new ArrayList<>();
        policies.add(ots(orb(bank), ots));
        return serve(servant, policies.toArray(Policy[]::new));
    }

    /** The same object, as the shop's program has it. */
    final Synchronization atShop(String reference) {
        return SynchronizationHelper.unchecked_narrow(orb(shop).string_to_object(reference));
    }

    /** The work of the bank's object: it reports its transaction, and works in it. */
    final void work() {
        boolean hasNone = bank.current().equals("none");
        events.add(hasNone ? "worked alone" : "worked");
        if (!hasNone) {
            bank.work(resource);
        }
    }
}
