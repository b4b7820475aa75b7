package dev.assent.lab.ping;

import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * The native transport with TLS, and a certificate of each side that names its node. The client gets the folder with
 * the authority beside the server's address.
 */
final class TlsPing implements PingServer {
    private final Certificates certificates;
    private final PingServer server;

    private TlsPing(Certificates certificates, PingServer server) {
        this.certificates = certificates;
        this.server = server;
    }

    static PingServer serve() throws Exception {
        Certificates certificates = Certificates.create();
        try {
            return new TlsPing(certificates, NodePing.serve(node -> transport(node, certificates)));
        } catch (Exception failed) {
            certificates.delete();
            throw failed;
        }
    }

    static PingClient connect(String address) throws Exception {
        int space = address.indexOf(' ');
        Certificates certificates = new Certificates(Path.of(address.substring(space + 1)));
        return NodePing.connect(node -> transport(node, certificates), address.substring(0, space));
    }

    private static NodeTransport transport(ConnectedNode node, Certificates certificates)
            throws IOException, GeneralSecurityException {
        return NativeTransport.of(
                node,
                NodePing.CONFIG
                        .with(
                                NativeSetting.KEY_STORE,
                                certificates.keyOf(node.assent().life().node()))
                        .with(NativeSetting.KEY_STORE_PASSWORD, Certificates.PASSWORD)
                        .with(NativeSetting.TRUST_STORE, certificates.trusted())
                        .with(NativeSetting.TRUST_STORE_PASSWORD, Certificates.PASSWORD));
    }

    @Override
    public String address() {
        return server.address() + " " + certificates.folder();
    }

    @Override
    public void close() throws Exception {
        try (PingServer closing = server) {
            certificates.delete();
        }
    }
}
