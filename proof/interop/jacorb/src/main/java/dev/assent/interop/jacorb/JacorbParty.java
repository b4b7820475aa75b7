package dev.assent.interop.jacorb;

import dev.assent.interop.Ledger;
import dev.assent.interop.Party;
import dev.assent.interop.ots.BooksStub;
import dev.assent.interop.ots.OtsBooks;
import java.nio.file.Path;
import java.util.Properties;
import org.omg.CORBA.ORB;
import org.omg.CosTransactions.TransactionFactoryHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/**
 * A program on JacORB, which has no Transaction Service of its own: it begins and ends its transactions at another's
 * TransactionFactory, registers Resources there, and sends the context with its calls. Arguments: the folder of its ledger,
 * and the reference of the factory.
 */
public final class JacorbParty {
    private JacorbParty() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Party party = new Party(System.out);
        ORB orb = ORB.init(new String[0], properties());
        POA objects = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        objects.the_POAManager().activate();
        FactoryTransactions transactions = new FactoryTransactions(
                orb, TransactionFactoryHelper.unchecked_narrow(orb.string_to_object(arguments[1])));
        Path folder = Path.of(arguments[0]);
        Ledger ledger = new Ledger(folder, party::held);
        OtsBooks own = new OtsBooks(new OtsBooks.Means(orb, objects, transactions::coordinator), ledger, folder);
        own.askForEver();
        party.serve(
                new Party.Means(
                        transactions,
                        own,
                        address -> new PropagatingBooks(BooksStub.at(orb, address), transactions),
                        ledger),
                "");
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
        properties.setProperty("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
        properties.setProperty(
                "org.omg.PortableInterceptor.ORBInitializerClass." + Propagation.Initializer.class.getName(), "");
        properties.setProperty("OAIAddr", "127.0.0.1");
        return properties;
    }
}
