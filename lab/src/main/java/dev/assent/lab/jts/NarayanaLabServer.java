package dev.assent.lab.jts;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.transaction.jts.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.internal.jts.orbspecific.TransactionFactoryImple;
import dev.assent.AssentConfig;
import dev.assent.lab.narayana.NarayanaDatabase;
import dev.assent.lab.narayana.NarayanaStore;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabServer;
import dev.assent.remote.CallTransaction;
import dev.assent.resources.XaDriverConfig;
import io.agroal.api.AgroalDataSource;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.UserException;

/**
 * A server of Narayana's: it begins transactions for clients, takes part in those that come, and recovers in this process,
 * as an application server does. Used by one thread.
 */
final class NarayanaLabServer implements LabServer {
    private final NarayanaStore store;
    private final TransactionManager manager;
    private final ServerReferences references;
    private @Nullable AgroalDataSource database;

    private NarayanaLabServer(NarayanaProgram program, NarayanaStore store) throws Exception {
        this.store = store;
        RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).startRecoveryManagerThread();
        this.manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        this.references =
                new ServerReferences(program, new TransactionFactoryImple("TransactionManagerService").getReference());
    }

    /** Opens one; its log is forced only where that of a node is. */
    static NarayanaLabServer open(AssentConfig config, Endpoint endpoint) throws Exception {
        NarayanaStore store = NarayanaStore.of(config);
        return new NarayanaLabServer(NarayanaProgram.start(endpoint.listens(), store.folder()), store);
    }

    @Override
    public String address() {
        return references.toString();
    }

    @Override
    public TransactionManager transactionManager() {
        return manager;
    }

    /** The ORB propagates the transaction of every caller that has one, whatever the attribute says. */
    @Override
    public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) throws UserException {
        references.add(name, type, object);
    }

    @Override
    public DataSource openDatabase(XaDriverConfig driver, int connectionsMax) throws SQLException {
        database = NarayanaDatabase.open(
                driver,
                new NarayanaTransactionIntegration(manager, new TransactionSynchronizationRegistryImple()),
                connectionsMax);
        return database;
    }

    @Override
    public void close() throws IOException {
        if (database != null) {
            database.close();
        }
        RecoveryManager.manager().terminate();
        store.close();
    }
}
