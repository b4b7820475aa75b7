package dev.assent.transport.nativewire;

import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.node.CallingClient;
import dev.assent.remote.node.ServingNode;
import dev.assent.transport.nativewire.assembly.NativeValues;
import dev.assent.transport.nativewire.assembly.TcpTransport;

/**
 * The native transport of a node, or of a client.
 *
 * <pre>{@code
 * NativeConfig config = NativeConfig.defaults().with(NativeSetting.LISTEN, "127.0.0.1:7400");
 * node.add(NativeTransport.of(node, config));
 * Account other = node.connect("native://127.0.0.1:7401/account", Account.class);
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface NativeTransport extends NodeTransport {
    /** The scheme of its addresses. */
    String SCHEME = "native";

    /** The scheme of its addresses if connections go inside of HTTP. */
    String SCHEME_TUNNELLED = "native+http";

    /**
     * The transport of a node, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static NativeTransport of(ConnectedNode node, NativeConfig config) {
        return new TcpTransport(new NativeValues(config.values()), ServingNode.owner(node, null));
    }

    /**
     * The transport of a client, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static NativeTransport of(ConnectedClient client, NativeConfig config) {
        return new TcpTransport(new NativeValues(config.values()), CallingClient.owner(client));
    }
}
