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
    Transport open(ConnectedNode node, Place place) {
        NativeConfig here = config.with(NativeSetting.LISTEN, place.listens() + ":" + place.port());
        NativeConfig told =
                place.isRelayed() ? here.with(NativeSetting.ADDRESS, place.reached() + ":" + place.port()) : here;
        return NativeTransport.of(node.assent().life().node(), node.services(), told);
    }

    @Override
    Transport openClient() {
        return NativeTransport.ofClient(config);
    }
}
