package dev.assent.lab.jts;

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
 * Narayana's JTS over IIOP, by the same ORB as ours: client, coordinator and servers are programs of Narayana's, with Agroal
 * as their pool, as ours have it. Its classes are on the class path of its processes alone: it has stubs of its own for the
 * Transaction Service, by the names that all have. Immutable.
 */
public final class NarayanaLabTransport implements LabTransport {
    /** Programs of Narayana's. */
    public NarayanaLabTransport() {}

    @Override
    public String name() {
        return "narayana-jts";
    }

    @Override
    public String title() {
        return "Narayana JTS";
    }

    @Override
    public boolean hasTransactions() {
        return true;
    }

    @Override
    public List<Path> classPath() {
        return PeerFolder.classPath(name(), "narayana");
    }

    @Override
    public LabServer serve(AssentConfig config, Endpoint endpoint) throws Exception {
        if (endpoint.isRelayed()) {
            throw new IllegalArgumentException(MESSAGES.notRelayed(name()));
        }
        return NarayanaLabServer.open(config, endpoint);
    }

    @Override
    public LabClient connect(String coordinator) throws Exception {
        return NarayanaLabClient.open(coordinator);
    }
}
