package dev.assent.lab.jts;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.transaction.jts.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.internal.jts.orbspecific.TransactionFactoryImple;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.lab.TemporaryFolder;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabServer;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.resources.XaDriverConfig;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.UserException;

/**
 * A server of Narayana's: it begins transactions for clients, takes part in those that come, and recovers in this process,
 * as an application server does. Used by one thread.
 */
final class NarayanaLabServer implements LabServer {
    private final @Nullable TemporaryFolder folder;
    private final TransactionManager manager;
    private final ServerReferences references;
    private @Nullable AgroalDataSource database;

    private NarayanaLabServer(NarayanaProgram program, @Nullable TemporaryFolder folder) throws Exception {
        this.folder = folder;
        RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).startRecoveryManagerThread();
        this.manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        this.references =
                new ServerReferences(program, new TransactionFactoryImple("TransactionManagerService").getReference());
    }

    /** Opens one; its log is forced only where that of a node is. */
    static NarayanaLabServer open(AssentConfig config, Endpoint endpoint) throws Exception {
        boolean isInMemory = config.get(Setting.LOG).equals("memory");
        @Nullable TemporaryFolder temporary = isInMemory ? TemporaryFolder.make() : null;
        Path folder = temporary == null ? Path.of(config.get(Setting.LOG_FOLDER)) : temporary.path();
        NarayanaProgram.force(!isInMemory);
        return new NarayanaLabServer(NarayanaProgram.start(endpoint.listens(), folder), temporary);
    }

    @Override
    public String address() {
        return references.toString();
    }

    @Override
    public TransactionManager transactionManager() {
        return manager;
    }

    /** Whoever calls with a transaction has it propagated, whatever the attribute says. */
    @Override
    public <T> void export(String name, Class<T> type, T object, TransactionAttribute attribute) throws UserException {
        references.add(name, type, object);
    }

    @Override
    public DataSource openDatabase(XaDriverConfig driver, int connectionsMax) throws SQLException {
        database = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(connectionsMax)
                        .transactionIntegration(new NarayanaTransactionIntegration(
                                manager, new TransactionSynchronizationRegistryImple()))
                        .connectionFactoryConfiguration(factory -> {
                            factory.connectionProviderClassName(driver.dataSourceClass());
                            driver.properties().forEach((key, value) -> put(factory, key, value));
                            return factory;
                        })));
        return database;
    }

    /** Agroal wants to know who opens connections, and by which word, apart from all else. */
    private static void put(AgroalConnectionFactoryConfigurationSupplier factory, String key, String value) {
        switch (key) {
            case "user" -> factory.principal(new NamePrincipal(value));
            case "password" -> factory.credential(new SimplePassword(value));
            default -> factory.jdbcProperty(key, value);
        }
    }

    @Override
    public void close() throws IOException {
        if (database != null) {
            database.close();
        }
        RecoveryManager.manager().terminate();
        if (folder != null) {
            folder.close();
        }
    }
}
