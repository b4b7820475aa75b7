package dev.assent.interop.xts;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.webservices11.wsat.sei.CompletionCoordinatorPortTypeImpl;
import com.arjuna.webservices11.wsat.sei.CompletionInitiatorPortTypeImpl;
import com.arjuna.webservices11.wsat.sei.CoordinatorPortTypeImpl;
import com.arjuna.webservices11.wsat.sei.ParticipantPortTypeImpl;
import com.arjuna.webservices11.wscoor.sei.ActivationPortTypeImpl;
import com.arjuna.webservices11.wscoor.sei.RegistrationPortTypeImpl;
import dev.assent.interop.Ledger;
import dev.assent.interop.Party;
import jakarta.xml.ws.Endpoint;
import java.nio.file.Path;
import org.jboss.jbossts.XTSService;
import org.jboss.jbossts.xts.recovery.participant.at.XTSATRecoveryManager;

/**
 * A program of Narayana's XTS, as its users write one: coordinator, participants, initiator and recovery in one process, its
 * Web services on CXF at the paths that it gives them in an application server, and books that others can call. Arguments:
 * the folder of its ledger, and the port that it listens at. All that configures XTS are its own system properties.
 */
public final class XtsParty {
    private static final String BOOKS = "/service/books";

    private XtsParty() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Party party = new Party(System.out);
        String place = "127.0.0.1:" + arguments[1];
        Ledger ledger = new Ledger(Path.of(arguments[0]), party::held);
        XtsBooks books = new XtsBooks(ledger);
        RecoveryManager recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        new XTSService().start();
        XTSATRecoveryManager.getRecoveryManager().registerRecoveryModule(new LedgerRecovery(ledger));
        serve("http://" + place, books);
        recovery.startRecoveryManagerThread();
        party.serve(new Party.Means(new XtsTransactions(books), books, BooksStub::at, ledger), place + BOOKS);
    }

    private static void serve(String base, XtsBooks books) {
        Endpoint.publish(base + "/ws-c11/ActivationService", new ActivationPortTypeImpl());
        Endpoint.publish(base + "/ws-c11/RegistrationService", new RegistrationPortTypeImpl());
        Endpoint.publish(
                base + "/ws-t11-coordinator/CompletionCoordinatorService", new CompletionCoordinatorPortTypeImpl());
        Endpoint.publish(base + "/ws-t11-coordinator/CoordinatorService", new CoordinatorPortTypeImpl());
        Endpoint.publish(base + "/ws-t11-participant/ParticipantService", new ParticipantPortTypeImpl());
        Endpoint.publish(base + "/ws-t11-client/CompletionInitiatorService", new CompletionInitiatorPortTypeImpl());
        Endpoint.publish(base + BOOKS, new BooksService(books));
    }
}
