package dev.assent.lab.xts;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.AssentConfig;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabClient;
import dev.assent.lab.transport.LabServer;
import dev.assent.lab.transport.LabTransport;
import dev.assent.lab.transport.PeerFolder;
import java.nio.file.Path;
import java.util.List;

/**
 * Narayana's XTS, WS-AtomicTransaction over SOAP and HTTP, on the stack of Web services that it is released with: client,
 * coordinator and servers are programs of Narayana's, with Agroal as their pool, as ours have it. Immutable.
 */
public final class NarayanaXtsLabTransport implements LabTransport {
    /** Programs of Narayana's. */
    public NarayanaXtsLabTransport() {}

    @Override
    public String name() {
        return "narayana-xts";
    }

    @Override
    public String title() {
        return "Narayana XTS";
    }

    @Override
    public boolean hasTransactions() {
        return true;
    }

    @Override
    public List<Path> classPath() {
        return PeerFolder.classPath(name(), "xts");
    }

    @Override
    public LabServer serve(AssentConfig config, Endpoint endpoint) throws Exception {
        if (endpoint.isRelayed()) {
            throw new IllegalArgumentException(MESSAGES.notRelayed(name()));
        }
        return XtsLabServer.open(config, endpoint);
    }

    @Override
    public LabClient connect(String coordinator) throws Exception {
        return XtsLabClient.open(coordinator);
    }
}
