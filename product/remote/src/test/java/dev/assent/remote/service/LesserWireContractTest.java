package dev.assent.remote.service;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;
import dev.assent.remote.transport.Transport.Feature;
import java.util.EnumSet;
import org.junit.jupiter.api.Nested;

/** The contract over wires that can carry what those of OTS and of WS-AtomicTransaction can. */
@Sampled
class LesserWireContractTest {
    private static final int DELIVERY_THREADS = 8;

    /** OTS 1.4. */
    @Nested
    class Ots extends TransportContract {
        @Override
        protected TransportFixture open(Clock clock, Limits limits) {
            return InProcessFixture.withThreads(
                    DELIVERY_THREADS, clock, limits, EnumSet.complementOf(EnumSet.of(Feature.REGISTRATION_ON_REPLY)));
        }
    }

    /** WS-AtomicTransaction 1.1. */
    @Nested
    class WsAt extends TransportContract {
        @Override
        protected TransportFixture open(Clock clock, Limits limits) {
            return InProcessFixture.withThreads(
                    DELIVERY_THREADS, clock, limits, EnumSet.of(Feature.SYNCHRONIZATIONS, Feature.INQUIRY));
        }
    }
}
