package dev.assent.lab.xts.peer;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.mw.wst11.service.JaxWSHeaderContextProcessor;
import com.arjuna.webservices11.wsat.sei.CompletionCoordinatorPortTypeImpl;
import com.arjuna.webservices11.wsat.sei.CoordinatorPortTypeImpl;
import com.arjuna.webservices11.wsat.sei.ParticipantPortTypeImpl;
import com.arjuna.webservices11.wscoor.sei.ActivationPortTypeImpl;
import com.arjuna.webservices11.wscoor.sei.RegistrationPortTypeImpl;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jboss.jbossts.txbridge.inbound.InboundBridgeRecoveryManager;
import org.jboss.jbossts.txbridge.inbound.OptionalJaxWSTxInboundBridgeHandler;
import org.jboss.jbossts.xts.initialisation.CoordinatorSideInitialisation;
import org.jboss.jbossts.xts.initialisation.ParticipantSideInitialisation;

/**
 * A server of XTS: it begins transactions for clients, takes part in those that come, by Narayana's own bridge between them
 * and Jakarta Transactions, and recovers in this process, as an application server does. Used by one thread.
 */
public final class XtsServer implements AutoCloseable {
    private final XtsProgram program;
    private final RecoveryManager recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    private final InboundBridgeRecoveryManager bridge;
    private final List<Server> services = new ArrayList<>();
    private final Set<String> transactional = new TreeSet<>();

    private XtsServer(XtsProgram program) throws Exception {
        this.program = program;
        program.start(List.of(CoordinatorSideInitialisation.class, ParticipantSideInitialisation.class));
        this.bridge = new InboundBridgeRecoveryManager();
        bridge.start();
        program.publish(XtsProgram.ACTIVATION, new ActivationPortTypeImpl());
        program.publish("/ws-c11/RegistrationService", new RegistrationPortTypeImpl());
        program.publish("/ws-t11-coordinator/CompletionCoordinatorService", new CompletionCoordinatorPortTypeImpl());
        program.publish("/ws-t11-coordinator/CoordinatorService", new CoordinatorPortTypeImpl());
        program.publish("/ws-t11-participant/ParticipantService", new ParticipantPortTypeImpl());
        recovery.startRecoveryManagerThread();
        recovery.scan(); // so that its first look ends before a client comes
    }

    /** Opens one; its store has been set before, by properties of the JVM. */
    public static XtsServer open(String address, int port) throws Exception {
        return new XtsServer(XtsProgram.at(address, port, address + ":" + port));
    }

    /** Its place, and the services that it exports; complete when all are exported. */
    public String address() {
        return new XtsAddress(program.place(), transactional).toString();
    }

    /** Begins and ends transactions in this process, and has those that were bridged. */
    public TransactionManager transactionManager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /** The registry of synchronizations, for a pool. */
    public TransactionSynchronizationRegistry synchronizations() {
        return new TransactionSynchronizationRegistryImple();
    }

    /**
     * Serves an object.
     *
     * @param isTransactional whether its calls take part in the transaction that comes with them; else they come with none
     */
    public <T> void export(String name, Class<T> type, T object, boolean isTransactional) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean(new PlainInterface(type));
        factory.setServiceClass(type);
        factory.setServiceBean(object);
        factory.setAddress(XtsAddress.url(program.place(), name));
        if (isTransactional) {
            transactional.add(name);
            factory.setHandlers( // the last one is the first that sees a message
                    List.of(new OptionalJaxWSTxInboundBridgeHandler(), new JaxWSHeaderContextProcessor()));
        }
        services.add(factory.create());
    }

    @Override
    public void close() throws Exception {
        services.forEach(Server::destroy);
        bridge.stop();
        recovery.terminate();
        program.close();
    }
}
