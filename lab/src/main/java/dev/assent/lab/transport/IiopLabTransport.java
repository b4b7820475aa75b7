package dev.assent.lab.transport;

import dev.assent.backends.FreePort;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.transport.iiop.IiopConfig;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import java.io.IOException;

/** CORBA, with its Object Transaction Service. Immutable. */
public final class IiopLabTransport extends AssentLabTransport {
    /** As many as a crowd of clients has threads, and some more. */
    private static final int CALLS_MAX = 512;

    private final IiopConfig config = IiopConfig.defaults()
            .with(IiopSetting.PLAIN_BEYOND_LOOPBACK, true)
            .with(IiopSetting.CALLS_MAX, CALLS_MAX)
            .with(IiopSetting.THREADS_MAX, CALLS_MAX);

    /** Requests of GIOP 1.2 over TCP. */
    public IiopLabTransport() {}

    @Override
    public String name() {
        return "iiop";
    }

    @Override
    public String title() {
        return "Assent over IIOP";
    }

    @Override
    NodeTransport open(ConnectedNode node, Endpoint endpoint) throws IOException {
        int port = endpoint.port() == 0 ? FreePort.find() : endpoint.port();
        IiopConfig here = config.with(IiopSetting.LISTEN, endpoint.listens() + ":" + port);
        IiopConfig told = endpoint.isRelayed() ? here.with(IiopSetting.ADDRESS, endpoint.reached() + ":" + port) : here;
        return ofThisLife(key -> IiopTransport.of(node, told.with(IiopSetting.KEY_FILE, key)));
    }

    @Override
    NodeTransport of(ConnectedClient client) {
        return IiopTransport.of(client, config);
    }

    /** Values of RMI-IIOP say which of them are the same. */
    @Override
    boolean keepsReferences() {
        return true;
    }
}
