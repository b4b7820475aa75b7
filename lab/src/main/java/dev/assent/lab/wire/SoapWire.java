package dev.assent.lab.wire;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.SoapConfig;
import dev.assent.transport.soap.SoapSetting;
import dev.assent.transport.soap.SoapTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** WS-AtomicTransaction and document/literal services over SOAP and HTTP. Immutable. */
public final class SoapWire extends AssentWire {
    private static final SoapConfig CONFIG = SoapConfig.defaults().with(SoapSetting.PLAIN_BEYOND_LOOPBACK, true);

    /** Made by the service loader. */
    public SoapWire() {}

    @Override
    public String name() {
        return "soap";
    }

    @Override
    public String title() {
        return "SOAP over HTTP";
    }

    /** References need be good for this life of the process alone, so the secret of their keys is not kept. */
    @Override
    Transport open(ConnectedNode node, Place place) throws IOException {
        SoapConfig here = CONFIG.with(SoapSetting.LISTEN, place.listens() + ":" + place.port());
        SoapConfig told =
                place.isRelayed() ? here.with(SoapSetting.ADDRESS, place.reached() + ":" + place.port()) : here;
        Path folder = Files.createTempDirectory("assent-lab-soap");
        Path key = folder.resolve("soap.key");
        try {
            return new SoapTransport(
                    told.with(SoapSetting.KEY_FILE, key),
                    new TransportOwner(
                            node.assent().life(),
                            node.services()::type,
                            SystemClock.INSTANCE,
                            node.assent().notices(),
                            null,
                            null,
                            any -> true));
        } finally {
            Files.deleteIfExists(key);
            Files.delete(folder);
        }
    }

    @Override
    Transport openClient() {
        return new SoapTransport(
                CONFIG, new TransportOwner(null, none -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), null));
    }
}
