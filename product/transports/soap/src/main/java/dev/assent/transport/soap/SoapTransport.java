package dev.assent.transport.soap;

import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.node.CallingClient;
import dev.assent.remote.node.ServingNode;
import dev.assent.transport.soap.assembly.HttpTransport;
import dev.assent.transport.soap.assembly.SoapValues;
import dev.assent.transport.soap.http.HttpUrl;

/**
 * The SOAP transport of a node, or of a client: calls of document/literal services over HTTP, and transactions by
 * WS-Coordination and WS-AtomicTransaction.
 *
 * <pre>{@code
 * SoapConfig config = SoapConfig.defaults().with(SoapSetting.LISTEN, "127.0.0.1:8080").with(SoapSetting.KEY_FILE, "soap.key");
 * node.add(SoapTransport.of(node, config));
 * Account other = node.connect("soap://127.0.0.1:8081/account", Account.class);
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface SoapTransport extends NodeTransport {
    /** The scheme of addresses that are called by HTTP. */
    String SCHEME = HttpUrl.PLAIN;

    /** The scheme of addresses that are called by HTTPS. */
    String SCHEME_SECURE = HttpUrl.SECURE;

    /**
     * The transport of a node, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static SoapTransport of(ConnectedNode node, SoapConfig config) {
        return new HttpTransport(new SoapValues(config.values()), ServingNode.owner(node, null));
    }

    /**
     * The transport of a client, not added to it yet.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException if a file that they name can't be read
     */
    static SoapTransport of(ConnectedClient client, SoapConfig config) {
        return new HttpTransport(new SoapValues(config.values()), CallingClient.owner(client));
    }

    /**
     * The URL of the Activation service, which begins transactions.
     *
     * @throws IllegalArgumentException if the transport does not listen
     */
    String activation();
}
