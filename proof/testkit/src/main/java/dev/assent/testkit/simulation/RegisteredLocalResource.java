package dev.assent.testkit.simulation;

import dev.assent.core.local.LocalResource;

/** A resource as a process registers it to take part without XA. */
record RegisteredLocalResource(NodeLife life, SimulatedResource resource) implements LocalResource {
    @Override
    public String name() {
        return resource.localName();
    }

    @Override
    public boolean hasMarkers() {
        return resource.hasMarkers();
    }

    @Override
    public Markers openMarkers() throws Exception {
        return markers();
    }

    @Override
    public MarkerView openToLook() throws Exception {
        return markers();
    }

    private SimulatedMarkers markers() throws Exception {
        return new SimulatedMarkers(resource, resource.connect(life, true));
    }
}
