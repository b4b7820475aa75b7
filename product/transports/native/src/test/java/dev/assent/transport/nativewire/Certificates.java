package dev.assent.transport.nativewire;

import dev.assent.NodeId;
import dev.assent.remote.fixture.CertificateSigner;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Settings with certificates that one signer has made.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Certificates {
    private final CertificateSigner signer;

    /** Of somebody who signs, with files in a folder. */
    Certificates(Path folder, String name) {
        this.signer = new CertificateSigner(folder, name);
    }

    /** The settings with a certificate of this machine, of a node or of none. */
    NativeConfig with(NativeConfig config, String subject, @Nullable NodeId node) {
        CertificateSigner.Files files = signer.sign(subject, node);
        return config.with(NativeSetting.KEY_STORE, files.own())
                .with(NativeSetting.KEY_STORE_PASSWORD, CertificateSigner.PASSWORD)
                .with(NativeSetting.TRUST_STORE, files.trusted())
                .with(NativeSetting.TRUST_STORE_PASSWORD, CertificateSigner.PASSWORD);
    }

    /** Trusts the same certificates as the settings, and shows none. */
    static SSLContext trusting(NativeConfig config) {
        Path own = Path.of(config.get(NativeSetting.KEY_STORE));
        Path trusted = Path.of(config.get(NativeSetting.TRUST_STORE));
        return new CertificateSigner.Files(own, trusted).context(false);
    }
}
