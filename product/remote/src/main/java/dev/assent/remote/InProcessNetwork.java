package dev.assent.remote;

import dev.assent.NodeId;
import dev.assent.remote.inprocess.LocalNetwork;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Connects the nodes and clients of one process by names: {@code in-process://NAME}. Messages are passed by reference,
 * so both sides share the objects in them.
 *
 * <pre>{@code
 * InProcessNetwork network = InProcessNetwork.of(Executors.newCachedThreadPool());
 * node.add(network.transport("bank-a", node.assent().life().node()));
 * client.add(network.transport("client", null));
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface InProcessNetwork {
    /**
     * A network without nodes.
     *
     * @param delivery delivers each message. A few threads are enough if the nodes' workers take all work (Java 21 and
     *     later). Otherwise a delivery does the work that they refuse, and may wait for a database
     */
    static InProcessNetwork of(Executor delivery) {
        return new LocalNetwork(delivery);
    }

    /**
     * The transport of a node or a client, not added to it yet. Others can reach it by its name while it is added.
     *
     * @param name of 1 to 64 letters, digits, '.', '_' and '-'
     * @param node the node to name to others; null for a client
     * @throws IllegalArgumentException if the name has another form
     */
    NodeTransport transport(String name, @Nullable NodeId node);
}
