package dev.assent.lab.transport;

import dev.assent.core.AssentConfig;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.remote.transport.Transport;
import jakarta.transaction.UserTransaction;
import java.util.Objects;

/** A transport of Assent: each server is a node, and the client has no transaction manager. Immutable. */
abstract class AssentLabTransport implements LabTransport {
    /** The transport of a node, which listens there. */
    abstract Transport open(ConnectedNode node, Endpoint endpoint) throws Exception;

    /** That of a client, which listens nowhere. */
    abstract Transport openClient() throws Exception;

    @Override
    public final boolean hasTransactions() {
        return true;
    }

    @Override
    public final LabServer serve(AssentConfig config, Endpoint endpoint) throws Exception {
        RemoteConfig remote = RemoteConfig.defaults().with(RemoteSetting.ALLOWED_ADDRESSES, "*");
        ConnectedNode node = ConnectedNode.open(config, remote, null);
        try {
            Transport transport = open(node, endpoint);
            node.add(transport);
            return new AssentServer(node, Objects.requireNonNull(transport.address()));
        } catch (Exception failed) {
            node.close();
            throw failed;
        }
    }

    private record AssentServer(ConnectedNode node, String address) implements LabServer {
        @Override
        public <T> void export(String name, Class<T> type, T object, TransactionAttribute attribute) {
            node.export(name, type, object, attribute);
        }

        @Override
        public void close() {
            node.close();
        }
    }

    @Override
    public final LabClient connect(String coordinator) throws Exception {
        ConnectedClient client = ConnectedClient.open(coordinator, RemoteConfig.defaults());
        try {
            client.add(openClient());
            return new AssentClient(client);
        } catch (Exception failed) {
            client.close();
            throw failed;
        }
    }

    private record AssentClient(ConnectedClient client) implements LabClient {
        @Override
        public <T> T connect(String server, String name, Class<T> type) {
            return client.connect(server + "/" + name, type);
        }

        /** Values are trees: the wire has no references to what it has sent already. */
        @Override
        public boolean keepsReferences() {
            return false;
        }

        @Override
        public UserTransaction transactions() {
            return client.transactions();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
