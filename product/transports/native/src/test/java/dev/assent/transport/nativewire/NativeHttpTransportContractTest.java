package dev.assent.transport.nativewire;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;

/** The contract over sockets of this machine, inside of HTTP. */
@Sampled
class NativeHttpTransportContractTest extends TransportContract {
    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return new NativeFixture(clock, limits, "http", null);
    }
}
