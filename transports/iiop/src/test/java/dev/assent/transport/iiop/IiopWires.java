package dev.assent.transport.iiop;

import dev.assent.core.time.Clock;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.remote.TransportFixture.Limits;

/** Wires for tests of other packages. */
public final class IiopWires {
    private IiopWires() {}

    /** A wire of this machine. */
    public static TransportFixture open(Clock clock, Limits limits) {
        return new IiopFixture(clock, limits);
    }

    /** One whose processes listen at all addresses of this machine, and tell others that one. */
    public static TransportFixture reachedAt(String host, Clock clock, Limits limits) {
        return new IiopFixture(clock, limits, host);
    }
}
