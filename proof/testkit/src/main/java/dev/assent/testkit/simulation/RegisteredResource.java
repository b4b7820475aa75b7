package dev.assent.testkit.simulation;

import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;

/** A resource as a process registers it. */
record RegisteredResource(NodeLife life, SimulatedResource resource) implements RecoverableResource {
    @Override
    public String name() {
        return resource.name();
    }

    @Override
    public XaTraits traits() {
        return resource.traits();
    }

    @Override
    public Session open() throws Exception {
        return resource.connect(life, true);
    }
}
