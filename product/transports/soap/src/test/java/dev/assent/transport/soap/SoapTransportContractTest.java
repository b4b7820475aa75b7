package dev.assent.transport.soap;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;

/** The contract over SOAP and HTTP/1.1. What WS-AtomicTransaction can't do is done otherwise, as docs/design/ws-at.md says. */
@Sampled
class SoapTransportContractTest extends TransportContract {
    @Override
    protected TransportFixture open(Clock clock, TransportFixture.Limits limits) {
        return new SoapFixture(clock, SoapFixture.PATIENT, limits);
    }
}
