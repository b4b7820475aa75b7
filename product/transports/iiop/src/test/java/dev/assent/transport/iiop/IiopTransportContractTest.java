package dev.assent.transport.iiop;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;

/** The contract over sockets of this machine, by the ORB. */
@Sampled
class IiopTransportContractTest extends TransportContract {
    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return new IiopFixture(clock, limits);
    }
}
