package dev.assent.resources;

import dev.assent.Assent;
import dev.assent.Setting;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.xa.PGXADataSource;

/** A node for each test, with a pool on each of two servers. */
abstract class WithTwoPools {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    Assent assent;
    TransactionManager manager;
    JdbcPool orders;
    JdbcPool payments;

    @BeforeEach
    void open() {
        assent =
                Assent.builder().with(Setting.LOG_FOLDER, folder.resolve("log")).open();
        manager = assent.transactionManager();
        orders = JdbcPool.open(assent, JdbcPoolConfig.of("orders", ordersSource()));
        payments = JdbcPool.open(
                assent, JdbcPoolConfig.of("payments", servers.payments().xaDataSource()));
    }

    PGXADataSource ordersSource() {
        return servers.orders().xaDataSource();
    }

    @AfterEach
    void close() {
        orders.close();
        payments.close();
        assent.close();
    }
}
