package dev.assent.transport.iiop;

import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.node.CallingClient;
import dev.assent.remote.node.ServingNode;
import dev.assent.transport.iiop.assembly.IiopValues;
import dev.assent.transport.iiop.assembly.OrbTransport;
import org.omg.CORBA.ORB;

/**
 * The IIOP transport of a node, or of a client: CORBA, with the Object Transaction Service 1.4.
 *
 * <pre>{@code
 * IiopConfig config = IiopConfig.defaults().with(IiopSetting.LISTEN, "127.0.0.1:3528").with(IiopSetting.KEY_FILE, "iiop.key");
 * node.add(IiopTransport.of(node, config));
 * Account other = node.connect("iiop://127.0.0.1:3529/account", Account.class);
 * }</pre>
 *
 * <p>An ORB blocks the thread that sends an invocation and the thread that serves one. Both are threads of this
 * transport.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface IiopTransport extends NodeTransport {
    /** The scheme of its addresses. */
    String SCHEME = "iiop";

    /**
     * The transport of a node, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static IiopTransport of(ConnectedNode node, IiopConfig config) {
        return new OrbTransport(new IiopValues(config.values()), ServingNode.owner(node, null));
    }

    /**
     * The transport of a client, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static IiopTransport of(ConnectedClient client, IiopConfig config) {
        return new OrbTransport(new IiopValues(config.values()), CallingClient.owner(client));
    }

    /**
     * The ORB, for programs with stubs and servants of their own. Their requests carry the transaction of the thread.
     * Their servants take part as the OTSPolicy of their object adapter says, which {@code create_policy} makes.
     * {@code TransactionCurrent} is an initial reference. Only this transport may end the ORB.
     *
     * @throws IllegalStateException if the transport is not open
     */
    ORB orb();
}
