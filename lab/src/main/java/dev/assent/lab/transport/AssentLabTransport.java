package dev.assent.lab.transport;

import dev.assent.AssentConfig;
import dev.assent.lab.TemporaryFolder;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.NodeTransport;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.XaDriverConfig;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A transport of Assent: each server is a node, and the client has no transaction manager. Immutable. */
abstract class AssentLabTransport implements LabTransport {
    /** The transport of a node, which listens there. */
    abstract NodeTransport open(ConnectedNode node, Endpoint endpoint) throws Exception;

    /** That of a client, which listens nowhere. */
    abstract NodeTransport of(ConnectedClient client) throws Exception;

    /** As {@link LabClient#keepsReferences}. */
    abstract boolean keepsReferences();

    /**
     * A transport whose references need be good for this life of the process alone: the file of their secret is not
     * kept.
     */
    static <T> T ofThisLife(Function<Path, T> make) throws IOException {
        try (TemporaryFolder secrets = TemporaryFolder.make()) {
            return make.apply(secrets.path().resolve("key"));
        }
    }

    @Override
    public final boolean hasTransactions() {
        return true;
    }

    @Override
    public final LabServer serve(AssentConfig config, Endpoint endpoint) throws Exception {
        RemoteConfig remote = RemoteConfig.defaults().with(RemoteSetting.ALLOWED_ADDRESSES, "*");
        ConnectedNode node = ConnectedNode.open(config, remote);
        try {
            NodeTransport transport = open(node, endpoint);
            node.add(transport);
            return new AssentServer(node, Objects.requireNonNull(transport.address()));
        } catch (Exception failed) {
            node.close();
            throw failed;
        }
    }

    private static final class AssentServer implements LabServer {
        private final ConnectedNode node;
        private final String address;
        private @Nullable JdbcPool database;

        AssentServer(ConnectedNode node, String address) {
            this.node = node;
            this.address = address;
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public ConnectedNode node() {
            return node;
        }

        @Override
        public TransactionManager transactionManager() {
            return node.assent().transactionManager();
        }

        @Override
        public DataSource openDatabase(XaDriverConfig driver, int connectionsMax) {
            JdbcPoolConfig config = JdbcPoolConfig.of("database", driver)
                    // what went over a connection that is closed is counted no more, and nothing is closed while it is
                    // timed
                    .with(PoolSetting.IDLE_LIMIT_SECONDS, 0)
                    .with(PoolSetting.LIFETIME_LIMIT_SECONDS, 0)
                    .with(PoolSetting.CONNECTIONS_MAX, connectionsMax);
            database = JdbcPool.open(node.assent(), config);
            return database;
        }

        @Override
        public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
            node.export(name, type, object, attribute);
        }

        @Override
        public void close() {
            if (database != null) {
                database.close();
            }
            node.close();
        }
    }

    @Override
    public final LabClient connect(String coordinator) throws Exception {
        ConnectedClient client =
                ConnectedClient.open(coordinator, RemoteConfig.defaults().with(RemoteSetting.ALLOWED_ADDRESSES, "*"));
        try {
            client.add(of(client));
            return new AssentClient(client, keepsReferences());
        } catch (Exception failed) {
            client.close();
            throw failed;
        }
    }

    private record AssentClient(ConnectedClient client, boolean keepsReferences) implements LabClient {
        @Override
        public <T> T connect(String server, String name, Class<T> type) {
            return client.connect(server + "/" + name, type);
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
