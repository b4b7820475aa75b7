package dev.assent.lab.transport;

import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.transport.soap.SoapConfig;
import dev.assent.transport.soap.SoapSetting;
import dev.assent.transport.soap.SoapTransport;
import java.io.IOException;

/** WS-AtomicTransaction and document/literal services over SOAP and HTTP. Immutable. */
public class SoapLabTransport extends AssentLabTransport {
    private final SoapConfig config;

    /** Envelopes of SOAP in HTTP, on connections that are kept. */
    public SoapLabTransport() {
        this("1.1");
    }

    /** With a version of HTTP, as {@link SoapSetting#HTTP} says. */
    SoapLabTransport(String http) {
        config = SoapConfig.defaults()
                .with(SoapSetting.PLAIN_BEYOND_LOOPBACK, true)
                .with(SoapSetting.HTTP, http);
    }

    @Override
    public String name() {
        return "soap";
    }

    @Override
    public String title() {
        return "Assent over SOAP";
    }

    @Override
    NodeTransport open(ConnectedNode node, Endpoint endpoint) throws IOException {
        SoapConfig here = config.with(SoapSetting.LISTEN, endpoint.listens() + ":" + endpoint.port());
        SoapConfig told = endpoint.isRelayed()
                ? here.with(SoapSetting.ADDRESS, endpoint.reached() + ":" + endpoint.port())
                : here;
        return ofThisLife(key -> SoapTransport.of(node, told.with(SoapSetting.KEY_FILE, key)));
    }

    @Override
    NodeTransport of(ConnectedClient client) {
        return SoapTransport.of(client, config);
    }

    /** Values are trees: an element has no references to earlier ones. */
    @Override
    boolean keepsReferences() {
        return false;
    }
}
