package dev.assent.transport.soap;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.CertificateSigner;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract over SOAP and HTTPS, with certificates of both sides, and with what is long compressed. */
@Sampled(tests = 30)
class SoapTlsTransportContractTest extends TransportContract {
    @TempDir
    static Path folder;

    private static CertificateSigner signer;

    @BeforeAll
    static void makeKeys() {
        signer = new CertificateSigner(folder, "contract");
    }

    @Override
    protected TransportFixture open(Clock clock, TransportFixture.Limits limits) {
        return new SoapFixture(clock, SoapFixture.PATIENT.with(SoapSetting.GZIP, true), limits, signer);
    }
}
