package dev.assent.lab.wire;

import dev.assent.remote.ConnectedNode;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.nativewire.NativeConfig;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;

/** Assent's own binary protocol over TCP. Immutable. */
public class NativeWire extends AssentWire {
    /** No matter how long a machine with other work takes for a connection. */
    private static final int CONNECT_MILLIS_MAX = 60_000;

    private final NativeConfig config;

    /** Frames over TCP. */
    public NativeWire() {
        this("none");
    }

    /** With a tunnel, as {@link NativeSetting#TUNNEL} says. */
    NativeWire(String tunnel) {
        config = NativeConfig.defaults()
                .with(NativeSetting.CONNECT_MILLIS_MAX, CONNECT_MILLIS_MAX)
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
    Transport open(ConnectedNode node, String host) {
        return NativeTransport.of(
                node.assent().life().node(), node.services(), config.with(NativeSetting.LISTEN, host + ":0"));
    }

    @Override
    Transport openClient() {
        return NativeTransport.ofClient(config);
    }
}
