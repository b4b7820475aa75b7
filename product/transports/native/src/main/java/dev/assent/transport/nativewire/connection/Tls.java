package dev.assent.transport.nativewire.connection;

import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * TLS, with certificates of both sides.
 *
 * <p>Thread safety: as {@link Protection}.
 *
 * @param context has the keys of this process, and the certificates that it trusts
 */
public record Tls(SSLContext context) implements Protection {
    private static final String[] VERSIONS = {"TLSv1.3"};

    @Override
    public Transfer accepted(SocketChannel channel) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setNeedClientAuth(true);
        parameters.setProtocols(VERSIONS);
        engine.setSSLParameters(parameters);
        return new TlsTransfer(channel, engine);
    }

    @Override
    public Transfer opened(SocketChannel channel, NativeAddress address) {
        SSLEngine engine = context.createSSLEngine(address.host(), address.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the certificate must have the called host name
        parameters.setProtocols(VERSIONS);
        engine.setSSLParameters(parameters);
        return new TlsTransfer(channel, engine);
    }
}
