package dev.assent.lab.narayana;

import dev.assent.resources.XaDriverConfig;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.api.transaction.TransactionIntegration;
import java.sql.SQLException;

/** A database whose connections are part of Narayana's transactions, by the pool that ours have. */
public final class NarayanaDatabase {
    private NarayanaDatabase() {}

    /**
     * Opens a data source; the caller closes it.
     *
     * @param transactions whose part connections are
     * @param connectionsMax how many there may be at once
     */
    public static AgroalDataSource open(XaDriverConfig driver, TransactionIntegration transactions, int connectionsMax)
            throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(connectionsMax)
                        .transactionIntegration(transactions)
                        .connectionFactoryConfiguration(factory -> {
                            factory.connectionProviderClassName(driver.dataSourceClass());
                            driver.properties().forEach((key, value) -> put(factory, key, value));
                            return factory;
                        })));
    }

    /** Agroal takes the user and the password apart from all other properties. */
    private static void put(AgroalConnectionFactoryConfigurationSupplier factory, String key, String value) {
        switch (key) {
            case "user" -> factory.principal(new NamePrincipal(value));
            case "password" -> factory.credential(new SimplePassword(value));
            default -> factory.jdbcProperty(key, value);
        }
    }
}
