package dev.assent.transport.iiop;

import dev.assent.core.time.Clock;
import dev.assent.harness.Fast;
import dev.assent.testkit.remote.TransportContract;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.remote.TransportFixture.Limits;

/** The contract over sockets of this machine, by the ORB. */
@Fast
class IiopTransportContractTest extends TransportContract {
    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return new IiopFixture(clock, limits);
    }
}
