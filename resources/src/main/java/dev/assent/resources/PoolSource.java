package dev.assent.resources;

import dev.assent.core.message.Message;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where a pool's connections come from. Agroal takes the class of an XADataSource and makes the object
 * by itself, so a configured object is handed to {@link Adapter} while Agroal, on the same thread,
 * makes it.
 */
final class PoolSource {
    private static final ThreadLocal<@Nullable JdbcPoolConfig> HANDED_OVER = new ThreadLocal<>();

    private PoolSource() {}

    /** Opens Agroal's pool with connections of this configuration. */
    static AgroalDataSource open(JdbcPoolConfig config, AgroalDataSourceConfigurationSupplier agroal)
            throws SQLException {
        HANDED_OVER.set(config);
        try {
            return AgroalDataSource.from(agroal);
        } finally {
            HANDED_OVER.remove();
        }
    }

    /** What Agroal makes: public for it alone. Thread safety: as that of the source. */
    public static final class Adapter implements XADataSource {
        private final JdbcPoolConfig config = Objects.requireNonNull(HANDED_OVER.get());

        /** Made by Agroal while its pool is opened. */
        public Adapter() {}

        @Override
        public XAConnection getXAConnection() throws SQLException {
            try {
                XAConnection connection = config.source().getXAConnection();
                try {
                    return new PooledXaConnection(config.name(), connection);
                } catch (Throwable failed) {
                    connection.close();
                    throw failed;
                }
            } catch (SQLException failed) {
                throw new ToldException(Message.POOL_NOT_CONNECTED.text(config.name(), failed.getMessage()), failed);
            } catch (RuntimeException failed) {
                throw new ToldException(
                        Message.POOL_NOT_CONNECTED.text(config.name(), failed), ToldException.NOT_CONNECTED, failed);
            }
        }

        @Override
        public XAConnection getXAConnection(String user, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(@Nullable PrintWriter out) {
            // the source has its own
        }

        /** Ignored: the limit is that of the source. */
        @Override
        public void setLoginTimeout(int seconds) {
            // see PoolSetting.LOGIN_TIMEOUT_SECONDS
        }

        @Override
        public int getLoginTimeout() throws SQLException {
            return config.source().getLoginTimeout();
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            return config.source().getParentLogger();
        }
    }
}
