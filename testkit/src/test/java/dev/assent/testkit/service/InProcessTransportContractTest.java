package dev.assent.testkit.service;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.testkit.remote.InProcessFixture;
import dev.assent.testkit.remote.TransportContract;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.remote.TransportFixture.Limits;

/** The contract over the in-process transport. */
@Sampled
class InProcessTransportContractTest extends TransportContract {
    private static final int DELIVERY_THREADS = 8;

    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return InProcessFixture.withThreads(DELIVERY_THREADS, clock, limits);
    }
}
