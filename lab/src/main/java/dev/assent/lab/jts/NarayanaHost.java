package dev.assent.lab.jts;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.transaction.jts.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.internal.jts.orbspecific.TransactionFactoryImple;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.wire.Host;
import dev.assent.lab.wire.Place;
import dev.assent.resources.XaDriverConfig;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A server of Narayana's: it begins transactions for clients, takes part in those that come, and recovers in this process,
 * as an application server does. Used by one thread.
 */
final class NarayanaHost implements Host {
    private final NarayanaProgram program;
    private final boolean isTemporary;
    private final TransactionManager manager;
    private final BeanReferences references;

    private NarayanaHost(NarayanaProgram program, boolean isTemporary) throws Exception {
        this.program = program;
        this.isTemporary = isTemporary;
        RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT).startRecoveryManagerThread();
        this.manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        this.references =
                new BeanReferences(program, new TransactionFactoryImple("TransactionManagerService").getReference());
    }

    /** Opens one; its log is forced only where that of a node is. */
    static NarayanaHost open(AssentConfig config, Place place) throws Exception {
        boolean isInMemory = config.get(Setting.LOG).equals("memory");
        Path folder = isInMemory ? NarayanaProgram.temporary() : Path.of(config.get(Setting.LOG_FOLDER));
        for (String store : new String[] {"", "communicationStore.", "stateStore."}) {
            for (String sync : new String[] {"objectStoreSync", "transactionSync"}) {
                System.setProperty("ObjectStoreEnvironmentBean." + store + sync, Boolean.toString(!isInMemory));
            }
        }
        return new NarayanaHost(NarayanaProgram.start(place.listens(), folder), isInMemory);
    }

    @Override
    public String address() {
        return references.toString();
    }

    @Override
    public void export(Payloads payloads) throws Exception {
        references.add(Payloads.class, payloads);
        references.add(Inside.class, this::demarcate);
    }

    @Override
    public void export(Account account, boolean isTransactional) throws Exception {
        references.add(Account.class, account);
    }

    private long[] demarcate() {
        try {
            long began = System.nanoTime();
            manager.begin();
            long created = System.nanoTime();
            manager.commit();
            return new long[] {created - began, System.nanoTime() - created};
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public DataSource bank(XaDriverConfig driver, int connectionsMax) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(connectionsMax)
                        .transactionIntegration(new NarayanaTransactionIntegration(
                                manager, new TransactionSynchronizationRegistryImple()))
                        .connectionFactoryConfiguration(factory -> {
                            factory.connectionProviderClassName(driver.dataSourceClass());
                            driver.properties().forEach(factory::jdbcProperty);
                            return factory;
                        })));
    }

    @Override
    public void close() {
        RecoveryManager.manager().terminate();
        if (isTemporary) {
            NarayanaProgram.delete(program.folder());
        }
    }
}
