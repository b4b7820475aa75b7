package dev.assent.lab.xts;

import dev.assent.AssentConfig;
import dev.assent.backends.FreePort;
import dev.assent.lab.narayana.NarayanaDatabase;
import dev.assent.lab.narayana.NarayanaStore;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabServer;
import dev.assent.lab.xts.peer.XtsServer;
import dev.assent.remote.CallTransaction;
import dev.assent.resources.XaDriverConfig;
import io.agroal.api.AgroalDataSource;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A server of XTS, with its store. Used by one thread. */
final class XtsLabServer implements LabServer {
    private final XtsServer server;
    private final NarayanaStore store;
    private @Nullable AgroalDataSource database;

    private XtsLabServer(XtsServer server, NarayanaStore store) {
        this.server = server;
        this.store = store;
    }

    /** Opens one; its log is forced only where that of a node is. */
    static XtsLabServer open(AssentConfig config, Endpoint endpoint) throws Exception {
        NarayanaStore store = NarayanaStore.of(config);
        return new XtsLabServer(XtsServer.open(endpoint.listens(), FreePort.find()), store);
    }

    @Override
    public String address() {
        return server.address();
    }

    @Override
    public TransactionManager transactionManager() {
        return server.transactionManager();
    }

    /** A call without a transaction is an ordinary Web service call: neither side looks for a context. */
    @Override
    public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
        server.export(name, type, object, attribute != CallTransaction.NEVER);
    }

    @Override
    public DataSource openDatabase(XaDriverConfig driver, int connectionsMax) throws SQLException {
        database = NarayanaDatabase.open(
                driver,
                new NarayanaTransactionIntegration(server.transactionManager(), server.synchronizations()),
                connectionsMax);
        return database;
    }

    @Override
    public void close() throws Exception {
        if (database != null) {
            database.close();
        }
        server.close();
        store.close();
    }
}
