package dev.assent.lab.xts;

import dev.assent.backends.FreePort;
import dev.assent.lab.narayana.NarayanaStore;
import dev.assent.lab.transport.LabClient;
import dev.assent.lab.xts.peer.XtsClient;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** A client of XTS, which listens on the host where it is. Thread safety: as {@link LabClient}. */
record XtsLabClient(XtsClient client, NarayanaStore store) implements LabClient {
    /** Any: nothing is sent. */
    private static final int PORT = 9;

    /** Opens one for a server. */
    static XtsLabClient open(String coordinator) throws Exception {
        NarayanaStore store = NarayanaStore.passing();
        String here = addressTowards(XtsClient.host(coordinator));
        return new XtsLabClient(XtsClient.open(coordinator, here, FreePort.find()), store);
    }

    /** The address of this host for another one. */
    private static String addressTowards(String host) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(InetAddress.getByName(host), PORT);
            return socket.getLocalAddress().getHostAddress();
        }
    }

    @Override
    public <T> T connect(String server, String name, Class<T> type) {
        return client.connect(server, name, type);
    }

    /** An element has no references to earlier ones. */
    @Override
    public boolean keepsReferences() {
        return false;
    }

    @Override
    public UserTransaction transactions() {
        return client.transactions();
    }

    @Override
    public void close() throws Exception {
        client.close();
        store.close();
    }
}
