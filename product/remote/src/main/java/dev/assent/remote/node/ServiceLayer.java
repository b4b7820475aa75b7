package dev.assent.remote.node;

import dev.assent.core.NodeLayer;
import dev.assent.core.transaction.Descriptions;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.service.NodeServices;
import java.util.function.Predicate;

/**
 * The remote parts of a node that exports objects and calls those of others.
 *
 * <p>Thread safety: as {@link NodeLayer}; its parts may be used by any thread.
 */
final class ServiceLayer implements NodeLayer {
    private final Predicate<String> allowed;
    private final Remoting remoting;
    private final NodeServices services;

    /** The layer of a node whose log is not read yet. */
    ServiceLayer(Parts parts, RemoteConfig config) {
        allowed = AllowedAddresses.of(config);
        Outgoing outgoing = Outgoing.of(parts, allowed);
        services = new NodeServices(
                NodeServices.Parts.of(parts, outgoing.transports(), outgoing.outflow()),
                ConfiguredLimits.ofServices(config));
        remoting = new Remoting(parts, outgoing, ConfiguredLimits.ofOthers(config), services);
    }

    /** Whether an address that others send may be called (law 22). */
    Predicate<String> allowed() {
        return allowed;
    }

    Remoting remoting() {
        return remoting;
    }

    NodeServices services() {
        return services;
    }

    @Override
    public Descriptions descriptions() {
        return remoting.descriptions();
    }

    @Override
    public void ready() {
        remoting.ready();
    }

    @Override
    public void tick() {
        remoting.tick();
        services.tick();
    }

    @Override
    public void stop() {
        remoting.stop();
    }

    @Override
    public boolean isIdle() {
        return remoting.isIdle();
    }

    /** Closes the objects of references last, when nobody can call them any more. */
    @Override
    public void close() {
        remoting.close();
        services.close();
    }
}
