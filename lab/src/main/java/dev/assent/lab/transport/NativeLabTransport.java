package dev.assent.lab.transport;

import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.transport.nativewire.NativeConfig;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;

/** Assent's own binary protocol over TCP. Immutable. */
public class NativeLabTransport extends AssentLabTransport {
    /** No matter how long a machine with other work takes for a connection. */
    private static final int CONNECT_MILLIS_MAX = 60_000;

    private final NativeConfig config;

    /** Frames over TCP. */
    public NativeLabTransport() {
        this("none");
    }

    /** With a tunnel, as {@link NativeSetting#TUNNEL} says. */
    NativeLabTransport(String tunnel) {
        config = NativeConfig.defaults()
                .with(NativeSetting.CONNECT_MILLIS_MAX, CONNECT_MILLIS_MAX)
                .with(NativeSetting.PLAIN_BEYOND_LOOPBACK, true)
                .with(NativeSetting.TUNNEL, tunnel);
    }

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String title() {
        return "Assent native";
    }

    @Override
    NodeTransport open(ConnectedNode node, Endpoint endpoint) {
        NativeConfig here = config.with(NativeSetting.LISTEN, endpoint.listens() + ":" + endpoint.port());
        NativeConfig told = endpoint.isRelayed()
                ? here.with(NativeSetting.ADDRESS, endpoint.reached() + ":" + endpoint.port())
                : here;
        return NativeTransport.of(node, told);
    }

    @Override
    NodeTransport of(ConnectedClient client) {
        return NativeTransport.of(client, config);
    }

    /** Values are trees: the wire has no references to earlier values. */
    @Override
    boolean keepsReferences() {
        return false;
    }
}
