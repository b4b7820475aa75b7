package dev.assent.lab.pool;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.pool.PoolValues;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ExceptionSorter;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/** The measured pools, of the same size and with the same limits, and no pool at all. */
public enum Subject {
    /** One connection that is kept. */
    BARE("a bare connection, kept"),
    /** Agroal over the same XA data source, without transactions. */
    AGROAL("Agroal alone"),
    /** HikariCP, without XA. */
    HIKARI("HikariCP, without XA"),
    /** Assent's pool. */
    ASSENT("Assent's pool"),
    /** Assent's pool, which asks for nothing before a commit. */
    ASSENT_UNASKED("Assent's pool, lost-commit-limit-millis = 0");

    private static final int CONNECTIONS = 10;
    private static final PoolSetting[] TIMES = {
        PoolSetting.ACQUISITION_TIMEOUT_MILLIS,
        PoolSetting.VALIDATION_AFTER_IDLE_MILLIS,
        PoolSetting.IDLE_LIMIT_SECONDS,
        PoolSetting.LIFETIME_LIMIT_SECONDS
    };

    private final String title;

    Subject(String title) {
        this.title = title;
    }

    /** For people. */
    String title() {
        return title;
    }

    /** Where connections come from. */
    interface Source extends AutoCloseable {
        /** A connection to be closed. */
        Connection take() throws SQLException;

        /** Begins a transaction; later connections belong to it. */
        default void begin() throws Exception {}

        /** Commits the work on a connection that was taken since {@link #begin}. */
        default void commit(Connection taken) throws Exception {
            taken.commit();
        }

        @Override
        void close() throws SQLException;
    }

    /** A pool, and how it is closed. */
    private record Pooled(DataSource pool, Runnable closing) implements Source {
        @Override
        public Connection take() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void close() {
            closing.run();
        }
    }

    /**
     * Opens it.
     *
     * @param url of PostgreSQL; empty for the driver that does nothing
     */
    Source open(String url) throws SQLException {
        return switch (this) {
            case BARE -> bare(url);
            case AGROAL -> agroal(url);
            case HIKARI -> hikari(url);
            case ASSENT -> assent(url, true);
            case ASSENT_UNASKED -> assent(url, false);
        };
    }

    private static Source bare(String url) throws SQLException {
        Connection kept = plain(url).getConnection();
        return new Source() {
            @Override
            public Connection take() {
                return kept;
            }

            @Override
            public void close() throws SQLException {
                kept.close();
            }
        };
    }

    private static DataSource plain(String url) {
        if (url.isEmpty()) {
            return new NoOpDatabase();
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    private static XADataSource xa(String url) {
        if (url.isEmpty()) {
            return new NoOpDatabase();
        }
        PGXADataSource source = new PGXADataSource();
        source.setUrl(url);
        return source;
    }

    private static Source agroal(String url) throws SQLException {
        AgroalDataSourceConfigurationSupplier agroal = new AgroalDataSourceConfigurationSupplier();
        agroal.connectionPoolConfiguration()
                .maxSize(CONNECTIONS)
                .acquisitionTimeout(time(0))
                .idleValidationTimeout(time(1))
                .reapTimeout(time(2))
                .maxLifetime(time(3))
                .exceptionSorter(ExceptionSorter.defaultExceptionSorter())
                .connectionFactoryConfiguration()
                .jdbcUrl(url)
                .connectionProviderClass(xa(url).getClass());
        AgroalDataSource pool = AgroalDataSource.from(agroal);
        return new Pooled(pool, pool::close);
    }

    private static Source hikari(String url) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(plain(url));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(time(0).toMillis());
        config.setIdleTimeout(time(2).toMillis());
        config.setMaxLifetime(time(3).toMillis());
        HikariDataSource pool = new HikariDataSource(config);
        return new Pooled(pool, pool::close);
    }

    private static Source assent(String url, boolean asks) {
        Assent node = Assent.builder().with(Setting.LOG, "memory").open();
        JdbcPoolConfig config = JdbcPoolConfig.of("measured", xa(url))
                .with(PoolSetting.CONNECTIONS_MAX, CONNECTIONS)
                .with(PoolSetting.PROBE, !url.isEmpty()); // a driver that does nothing prepares nothing
        JdbcPool pool = JdbcPool.open(node, asks ? config : config.with(PoolSetting.LOST_COMMIT_LIMIT_MILLIS, 0));
        return new InNode(node, pool);
    }

    /**
     * Assent's pool and its node.
     *
     * @param node with transactions
     * @param pool of it
     */
    private record InNode(Assent node, JdbcPool pool) implements Source {
        @Override
        public Connection take() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void begin() throws Exception {
            node.transactionManager().begin();
        }

        @Override
        public void commit(Connection taken) throws Exception {
            node.transactionManager().commit();
        }

        @Override
        public void close() {
            pool.close();
            node.close();
        }
    }

    /** The default that Assent's pool has, for the others. */
    private static Duration time(int number) {
        PoolSetting setting = TIMES[number];
        long value = PoolValues.defaults("", PoolSetting.class).get(setting);
        return setting.unit().equals("seconds") ? Duration.ofSeconds(value) : Duration.ofMillis(value);
    }
}
