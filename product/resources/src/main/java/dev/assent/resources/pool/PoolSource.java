package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.probe.ProbeRefusedException;
import dev.assent.resources.probe.StartupProbe;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceListener;
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
 * The source of a pool's connections. Agroal takes the class of an XADataSource and makes the object itself. So {@link
 * Adapter} gets the configured object while Agroal, on the same thread, makes it.
 */
final class PoolSource {
    private static final ThreadLocal<@Nullable Order> HANDED_OVER = new ThreadLocal<>();

    private PoolSource() {}

    /**
     * The properties of the wanted connections.
     *
     * @param config of their pool
     * @param home their common part
     * @param probe must pass before one is made
     * @param openings has those that were made for callers on virtual threads
     */
    record Order(
            JdbcPoolConfig config, PooledXaConnection.Home home, StartupProbe<SQLException> probe, Openings openings) {
        PoolCounters counters() {
            return home.counters();
        }

        /**
         * A physical connection, on the calling thread.
         *
         * @throws ToldException when there is none
         */
        PooledXaConnection open() throws ToldException {
            return new Adapter(this).open();
        }
    }

    /** Opens Agroal's pool with connections of this kind. */
    static AgroalDataSource open(
            Order order, AgroalDataSourceConfigurationSupplier agroal, AgroalDataSourceListener listener)
            throws SQLException {
        HANDED_OVER.set(order);
        try {
            return AgroalDataSource.from(agroal, listener);
        } finally {
            HANDED_OVER.remove();
        }
    }

    /** The class that Agroal makes: public for it only. Thread safety: that of the source. */
    public static final class Adapter implements XADataSource {
        private final Order order;
        private final JdbcPoolConfig config;

        /** Made by Agroal while its pool is opened. */
        public Adapter() {
            this(Objects.requireNonNull(HANDED_OVER.get()));
        }

        private Adapter(Order order) {
            this.order = order;
            this.config = order.config();
        }

        /** A connection that is ready, or a new one. */
        @Override
        public XAConnection getXAConnection() throws SQLException {
            return order.openings().take(this::open);
        }

        private PooledXaConnection open() throws ToldException {
            Object opening = order.counters().connecting();
            try {
                if (order.counters().isClosed()) { // asked after it was counted, so that one of both sees the other
                    throw closed();
                }
                order.probe().requirePassed();
                XAConnection connection = config.source().getXAConnection();
                PooledXaConnection pooled;
                try {
                    pooled = pooled(connection);
                } catch (Throwable failed) {
                    RecoverySession.close(connection, failed);
                    throw failed;
                }
                if (!order.counters().connected(pooled)) {
                    pooled.close(); // the close of the pool has not seen it
                    throw closed();
                }
                return pooled;
            } catch (ToldException refused) {
                throw told(refused);
            } catch (ProbeRefusedException refused) {
                throw told(new ToldException(refused.text(), ToldException.NOT_CONNECTED, refused.getCause()));
            } catch (SQLException failed) {
                throw told(
                        new ToldException(MESSAGES.poolNotConnected(config.name(), Failure.message(failed)), failed));
            } catch (Throwable failed) { // Agroal passes an SQLException to its caller, and loses others
                throw told(new ToldException(
                        MESSAGES.poolNotConnected(config.name(), failed), ToldException.NOT_CONNECTED, failed));
            } finally {
                order.counters().connectingEnded(opening);
            }
        }

        private ToldException closed() {
            return new ToldException(MESSAGES.poolClosed(config.name()), ToldException.NOT_CONNECTED, null);
        }

        /** Does all of the setup that a driver can refuse. */
        private PooledXaConnection pooled(XAConnection connection) throws SQLException {
            boolean watched = config.get(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS) > 0;
            PooledXaConnection pooled = new PooledXaConnection(
                    order.home(), connection, watched ? new ConnectionActivity(config.name()) : null);
            pooled.tellOfRefusedPrepares(order.probe());
            int timeoutMillis = config.count(PoolSetting.NETWORK_TIMEOUT_MILLIS);
            if (timeoutMillis > 0) {
                pooled.getConnection().setNetworkTimeout(Runnable::run, timeoutMillis);
            }
            return pooled;
        }

        private ToldException told(ToldException failed) {
            order.counters().notConnected(failed);
            return failed;
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
