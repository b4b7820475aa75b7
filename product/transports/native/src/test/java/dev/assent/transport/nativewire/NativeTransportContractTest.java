package dev.assent.transport.nativewire;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;

/** The contract over sockets of this machine, without protection. */
@Sampled
class NativeTransportContractTest extends TransportContract {
    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return new NativeFixture(clock, limits, "none", null);
    }
}
