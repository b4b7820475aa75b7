package dev.assent.lab.wire;

import dev.assent.backends.FreePort;
import dev.assent.core.Assent;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.message.Message;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.IiopConfig;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CORBA, with its Object Transaction Service. Immutable. */
public final class IiopWire extends AssentWire {
    /** As many as a crowd of clients has threads, and some more. */
    private static final int CALLS_MAX = 512;

    private final IiopConfig config = IiopConfig.defaults()
            .with(IiopSetting.PLAIN_BEYOND_LOOPBACK, true)
            .with(IiopSetting.CALLS_MAX, CALLS_MAX)
            .with(IiopSetting.THREADS_MAX, CALLS_MAX);

    /** Requests of GIOP 1.2 over TCP. */
    public IiopWire() {}

    @Override
    public String name() {
        return "iiop";
    }

    @Override
    public String title() {
        return "Assent over IIOP";
    }

    /** Its references are for the life of the process, so the key by which they are sealed is kept nowhere. */
    @Override
    Transport open(ConnectedNode node, Place place) throws IOException {
        if (place.isRelayed()) {
            throw new IllegalArgumentException(Message.LAB_NOT_RELAYED.text(name()));
        }
        int port = place.port() == 0 ? FreePort.find() : place.port();
        Path folder = Files.createTempDirectory("assent-lab-");
        Path key = folder.resolve("iiop.key");
        try {
            Assent assent = node.assent();
            return new IiopTransport(
                    config.with(IiopSetting.LISTEN, place.listens() + ":" + port)
                            .with(IiopSetting.KEY_FILE, key),
                    new TransportOwner(
                            assent.life(), node.services()::type, SystemClock.INSTANCE, assent.notices(), null));
        } finally {
            Files.deleteIfExists(key);
            Files.delete(folder);
        }
    }

    @Override
    Transport openClient() {
        return new IiopTransport(
                config, new TransportOwner(null, none -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), null));
    }
}
