package dev.assent.testkit.tls;

import dev.assent.core.identity.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Signs certificates for a test, and writes the files that settings name.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class CertificateSigner {
    /** The password of all files that it writes. */
    public static final String PASSWORD = "for-this-test";

    static { // a password of a test need not be slow to guess
        for (String each : List.of("macIterationCount", "keyPbeIterationCount", "certPbeIterationCount")) {
            System.setProperty("keystore.pkcs12." + each, "1");
        }
    }

    private final Path folder;
    private final X500Name name;
    private final KeyPair keys;
    private final X509Certificate own;
    private final AtomicLong serial = new AtomicLong();

    /** A signer of certificates. */
    public CertificateSigner(Path folder, String name) {
        this.folder = folder;
        this.name = new X500Name("CN=" + name);
        this.keys = keys();
        this.own = sign(this.name, keys, null, List.of());
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private X509Certificate sign(X500Name subject, KeyPair of, @Nullable NodeId node, List<GeneralName> places) {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.valueOf(serial.incrementAndGet()),
                Date.from(now.minus(1, ChronoUnit.HOURS)),
                Date.from(now.plus(1, ChronoUnit.DAYS)),
                subject,
                of.getPublic());
        List<GeneralName> names = new ArrayList<>(places);
        if (node != null) {
            names.add(new GeneralName(GeneralName.uniformResourceIdentifier, "urn:assent:node:" + node));
        }
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(of == keys));
            if (!names.isEmpty()) {
                builder.addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * Two files.
     *
     * @param own has a certificate and its key
     * @param trusted has the certificate of the signer
     */
    public record Files(Path own, Path trusted) {
        /**
         * A context that trusts the signer in {@code trusted}.
         *
         * @param isShowing whether it shows the certificate of {@code own}, and not none
         */
        public SSLContext context(boolean isShowing) {
            try {
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(CertificateSigner.read(trusted));
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(CertificateSigner.read(own), PASSWORD.toCharArray());
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(isShowing ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
                return context;
            } catch (GeneralSecurityException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    /** Signs a certificate of this machine, of a node or of none. */
    public Files sign(String subject, @Nullable NodeId node) {
        KeyPair fresh = keys();
        List<GeneralName> places = List.of(
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"), new GeneralName(GeneralName.dNSName, "localhost"));
        X509Certificate made = sign(new X500Name("CN=" + subject), fresh, node, places);
        BigInteger number = made.getSerialNumber(); // a number that no other thread's file has
        Path file = folder.resolve(name + "-" + subject + "-" + number + ".p12");
        write(file, fresh.getPrivate(), made);
        Path trust = folder.resolve(name + "-trust-" + number + ".p12");
        write(trust, null, own);
        return new Files(file, trust);
    }

    private static KeyStore read(Path file) throws GeneralSecurityException {
        try (InputStream in = java.nio.file.Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return store;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void write(Path file, @Nullable PrivateKey key, X509Certificate certificate) {
        try (OutputStream out = java.nio.file.Files.newOutputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            if (key == null) {
                store.setCertificateEntry("it", certificate);
            } else {
                store.setKeyEntry("it", key, PASSWORD.toCharArray(), new Certificate[] {certificate});
            }
            store.store(out, PASSWORD.toCharArray());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
