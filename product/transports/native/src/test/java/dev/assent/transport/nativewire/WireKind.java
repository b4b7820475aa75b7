package dev.assent.transport.nativewire;

import dev.assent.core.time.Clock;
import dev.assent.remote.fixture.TransportFixture.Limits;
import java.nio.file.Path;

/** The ways in which the bytes of the native transport go. */
enum WireKind {
    /** As they are. */
    NATIVE,
    /** By TLS, with certificates of both sides. */
    NATIVE_TLS,
    /** Inside of HTTP. */
    NATIVE_HTTP;

    /** Opens a wire; {@code folder} takes the files of its certificates. */
    NativeFixture open(Clock clock, Path folder) {
        return new NativeFixture(
                clock,
                Limits.DEFAULT,
                this == NATIVE_HTTP ? "http" : "none",
                this == NATIVE_TLS ? new Certificates(folder, "wire") : null);
    }
}
