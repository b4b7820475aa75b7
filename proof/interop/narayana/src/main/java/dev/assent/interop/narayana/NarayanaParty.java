package dev.assent.interop.narayana;

import com.arjuna.ats.internal.jts.ORBManager;
import com.arjuna.ats.jts.OTSManager;
import com.arjuna.orbportability.OA;
import com.arjuna.orbportability.ORB;
import com.arjuna.orbportability.RootOA;
import com.sun.corba.se.impl.naming.cosnaming.TransientNameService;
import dev.assent.interop.Books;
import dev.assent.interop.Ledger;
import dev.assent.interop.LedgerConnection;
import dev.assent.interop.Party;
import dev.assent.interop.TransactionalBooks;
import dev.assent.interop.ots.BooksStub;
import dev.assent.interop.ots.OtsBooks;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.Properties;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextHelper;

/**
 * A program of Narayana's JTS, as its users write one: Jakarta Transactions over its OTS, books that others can call, and
 * the recovery manager in a process of its own, which must run already. Arguments: the folder of its ledger, and the port
 * that its ORB listens at; and {@code ots}, when it is to use the Transaction Service itself: Narayana gives XA resources no
 * Xid when the coordinator is of another make. All that configures Narayana are its own system properties.
 */
public final class NarayanaParty {
    private NarayanaParty() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Party party = new Party(System.out);
        int port = Integer.parseInt(arguments[1]);
        org.omg.CORBA.ORB orb = start(port);
        Ledger ledger = new Ledger(Path.of(arguments[0]), party::held);
        if (arguments.length > 2) {
            OtsBooks own = new OtsBooks(
                    new OtsBooks.Means(
                            orb,
                            ORBManager.getPOA().rootPoa(),
                            () -> OTSManager.get_current().get_control().get_coordinator()),
                    ledger,
                    Path.of(arguments[0]));
            own.askForEver();
            party.serve(new Party.Means(new OtsTransactions(), own, address -> BooksStub.at(orb, address), ledger), "");
            return;
        }
        TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        Books own = new TransactionalBooks(manager, transaction -> {
            LedgerConnection connection = new LedgerConnection(ledger);
            if (!transaction.enlistResource(connection)) {
                throw new IllegalStateException("it was not enlisted");
            }
            return connection;
        });
        NamingContextHelper.narrow(orb.resolve_initial_references("NameService"))
                .rebind(new NameComponent[] {new NameComponent("books", "")}, BooksServant.activate(own));
        party.serve(
                new Party.Means(
                        com.arjuna.ats.jta.UserTransaction.userTransaction(),
                        own,
                        address -> BooksStub.at(orb, address),
                        ledger),
                "127.0.0.1:" + port + "/books");
    }

    private static org.omg.CORBA.ORB start(int port) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("com.sun.CORBA.ORBServerHost", "127.0.0.1");
        properties.setProperty("com.sun.CORBA.ORBServerPort", Integer.toString(port));
        properties.setProperty("com.sun.CORBA.POA.ORBPersistentServerPort", Integer.toString(port));
        ORB orb = ORB.getInstance("party");
        RootOA adapter = OA.getRootOA(orb);
        orb.initORB(new String[0], properties);
        adapter.initOA();
        ORBManager.setORB(orb);
        ORBManager.setPOA(adapter);
        new TransientNameService((com.sun.corba.se.spi.orb.ORB) orb.orb());
        return orb.orb();
    }
}
