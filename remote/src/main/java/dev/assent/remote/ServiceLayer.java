package dev.assent.remote;

import dev.assent.core.NodeLayer;
import dev.assent.core.transaction.Descriptions;
import dev.assent.remote.service.Services;

/**
 * The remote parts of a node that exports objects and calls those of others.
 *
 * <p>Thread safety: as {@link NodeLayer}; its parts may be used by any thread.
 */
final class ServiceLayer implements NodeLayer {
    private final Remoting remoting;
    private final Services services;

    /** The layer of a node whose log is not read yet. */
    ServiceLayer(Parts parts, RemoteConfig config) {
        Outgoing outgoing = Outgoing.of(parts, config.allowed());
        services = new Services(Services.Parts.of(parts, outgoing.transports(), outgoing.outflow()), config.services());
        remoting = new Remoting(parts, outgoing, config.limits(), services);
    }

    Remoting remoting() {
        return remoting;
    }

    Services services() {
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
