package dev.assent.transport.nativewire;

import dev.assent.core.time.Clock;
import dev.assent.harness.Sampled;
import dev.assent.remote.fixture.TransportContract;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract over sockets of this machine, by TLS with certificates of both sides. */
@Sampled(tests = 30)
class NativeTlsTransportContractTest extends TransportContract {
    @TempDir
    static Path folder;

    private static Certificates signer;

    @BeforeAll
    static void makeKeys() {
        signer = new Certificates(folder, "contract");
    }

    @Override
    protected TransportFixture open(Clock clock, Limits limits) {
        return new NativeFixture(clock, limits, "none", signer);
    }
}
