package dev.assent.lab.xts.peer;

import com.arjuna.mw.wst11.client.JaxWSHeaderContextProcessor;
import com.arjuna.webservices11.wsat.sei.CompletionInitiatorPortTypeImpl;
import jakarta.transaction.UserTransaction;
import java.util.List;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.jboss.jbossts.xts.initialisation.ClientSideInitialisation;

/**
 * A client of XTS, whose transactions are begun by a server. It listens, too: XTS tells an initiator the outcome by a message
 * of its own. Thread safety: each object that it connects is for one thread, all else is for any.
 */
public final class XtsClient implements AutoCloseable {
    private final XtsProgram program;

    private XtsClient(XtsProgram program) throws Exception {
        this.program = program;
        program.start(List.of(ClientSideInitialisation.class));
        program.publish("/ws-t11-client/CompletionInitiatorService", new CompletionInitiatorPortTypeImpl());
    }

    /**
     * Opens one for a server; where it stores has been set before, as properties of the JVM.
     *
     * @param coordinator the address of the server
     * @param address at which it listens
     * @param port at which it listens
     */
    public static XtsClient open(String coordinator, String address, int port) throws Exception {
        return new XtsClient(
                XtsProgram.at(address, port, XtsAddress.parse(coordinator).place()));
    }

    /** The host of a server. */
    public static String host(String server) {
        String place = XtsAddress.parse(server).place();
        return place.substring(0, place.lastIndexOf(':'));
    }

    /** An object of a server. */
    public <T> T connect(String server, String name, Class<T> type) {
        XtsAddress address = XtsAddress.parse(server);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.getClientFactoryBean().setServiceFactory(new PlainInterface(type));
        factory.setServiceClass(type);
        factory.setAddress(address.url(name));
        if (address.transactional().contains(name)) {
            factory.setHandlers(List.of(new JaxWSHeaderContextProcessor()));
        }
        return type.cast(factory.create());
    }

    /** Begins and ends transactions at the server. */
    public UserTransaction transactions() {
        return new XtsTransactions();
    }

    @Override
    public void close() throws Exception {
        program.close();
    }
}
