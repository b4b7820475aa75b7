package dev.assent.transport.soap.http;

import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** HTTPS with certificates of both sides, by TLS 1.3 (RFC 8446), or 1.2 (RFC 5246) for older peers. */
final class Tls {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private Tls() {}

    /**
     * For the calling side. As Jetty does by default, it checks that the certificate has the called name (RFC 2818,
     * section 3.1).
     */
    static SslContextFactory.Client ofClient(SSLContext keys) {
        SslContextFactory.Client made = new SslContextFactory.Client();
        made.setEndpointIdentificationAlgorithm("HTTPS");
        configure(made, keys);
        return made;
    }

    /** The subject of the certificate of a request's sender; null for none. */
    static @Nullable String certified(Request request) {
        EndPoint.SslSessionData session =
                request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
        X509Certificate[] shown = session == null ? null : session.peerCertificates();
        return shown == null || shown.length == 0
                ? null
                : shown[0].getSubjectX500Principal().getName();
    }

    /** For the called side. */
    static SslContextFactory.Server ofServer(SSLContext keys) {
        SslContextFactory.Server made = new SslContextFactory.Server();
        made.setNeedClientAuth(true);
        configure(made, keys);
        return made;
    }

    private static void configure(SslContextFactory made, SSLContext keys) {
        made.setSslContext(keys);
        made.setIncludeProtocols(VERSIONS);
        made.setRenegotiationAllowed(false);
    }
}
