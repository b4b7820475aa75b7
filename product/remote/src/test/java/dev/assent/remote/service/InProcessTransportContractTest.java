package dev.assent.remote.service;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;

/** The contract over the in-process transport. */
@Sampled
class InProcessTransportContractTest extends TransportContract {
    private static final int DELIVERY_THREADS = 8;

    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return InProcessFixture.withThreads(DELIVERY_THREADS, clock, limits);
    }
}
