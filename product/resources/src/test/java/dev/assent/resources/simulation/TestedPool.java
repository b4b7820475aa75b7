package dev.assent.resources.simulation;

import dev.assent.Assent;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.jms.JmsPool;
import dev.assent.resources.jms.JmsPoolConfig;
import dev.assent.resources.jms.JmsPoolSetting;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real pool over a fake driver, of connections or of sessions. Thread safety: safe to share. */
interface TestedPool {
    /** The application's handle of a connection or session. */
    interface Handle {
        /** The line behind it, if the driver's own object can be had. */
        @Nullable Line line(Faults faults);

        /** Does a piece of work. Closes its statement only if it is told so. */
        void work(int number, boolean isTidy) throws Throwable;

        void close() throws Throwable;
    }

    /** A handle that can work outside of transactions, too. */
    interface LocalHandle extends Handle {
        void beginLocal() throws SQLException;

        void endLocal(boolean isCommit) throws SQLException;

        /** Changes what the pool resets. */
        void change() throws SQLException;
    }

    /**
     * The settings of a pool in one world.
     *
     * @param max the most connections
     * @param waitMillisMax how long a caller waits
     * @param validatesAlways whether each idle connection is tried
     * @param secondsMax the limit of idle time and of lifetime; 0 for the defaults
     */
    record Settings(int max, long waitMillisMax, boolean validatesAlways, int secondsMax) {}

    String name();

    Lines lines();

    Settings settings();

    PoolStatistics statistics();

    /** A handle for the calling thread. */
    Handle take() throws Exception;

    /** Whether it gives connections outside of transactions. */
    boolean worksOutside();

    void close();

    default Server server() {
        return lines().server();
    }

    /** The lines that the driver has open. */
    default List<Line> open() {
        return lines().all().stream().filter(Line::isOpen).toList();
    }

    /** Opens one of a database. */
    static TestedPool ofDatabase(Assent node, DatabaseDriver driver, Settings settings) {
        String name = driver.lines().server().toString();
        JdbcPoolConfig config = JdbcPoolConfig.of(name, driver.source())
                .with(PoolSetting.CONNECTIONS_MAX, settings.max())
                .with(PoolSetting.ACQUISITION_TIMEOUT_MILLIS, settings.waitMillisMax())
                .with(PoolSetting.PROBE, false);
        if (settings.validatesAlways()) {
            config = config.with(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS, 0);
        }
        if (settings.secondsMax() > 0) {
            config = config.with(PoolSetting.IDLE_LIMIT_SECONDS, settings.secondsMax())
                    .with(PoolSetting.LIFETIME_LIMIT_SECONDS, settings.secondsMax());
        }
        return new OfDatabase(JdbcPool.open(node, config), driver, settings);
    }

    /** Opens one of a broker. */
    static TestedPool ofBroker(Assent node, BrokerDriver driver, Settings settings) {
        JmsPoolConfig config = JmsPoolConfig.of(driver.lines().server().toString(), driver.factory())
                .with(JmsPoolSetting.SESSIONS_MAX, settings.max())
                .with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, settings.waitMillisMax())
                .with(JmsPoolSetting.PROBE, false);
        return new OfBroker(JmsPool.open(node, config), driver, settings);
    }

    /** Of a database. */
    record OfDatabase(JdbcPool pool, DatabaseDriver driver, Settings settings) implements TestedPool {
        @Override
        public String name() {
            return pool.name();
        }

        @Override
        public Lines lines() {
            return driver.lines();
        }

        @Override
        public PoolStatistics statistics() {
            return pool.statistics();
        }

        @Override
        public Handle take() throws SQLException {
            return new OfConnection(pool.getConnection());
        }

        @Override
        public boolean worksOutside() {
            return true;
        }

        @Override
        public void close() {
            pool.close();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** A handle of a connection. */
    record OfConnection(Connection connection) implements LocalHandle {
        @Override
        public Line line(Faults faults) {
            return faults.asking(
                    () -> connection.unwrap(DatabaseDriver.Physical.class).line());
        }

        @Override
        public void work(int number, boolean isTidy) throws SQLException {
            Statement statement = connection.createStatement();
            statement.executeUpdate(DatabaseDriver.INSERT + number);
            if (isTidy) {
                statement.close();
            }
        }

        @Override
        public void beginLocal() throws SQLException {
            connection.setAutoCommit(false);
        }

        @Override
        public void endLocal(boolean isCommit) throws SQLException {
            if (isCommit) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }

        @Override
        public void change() throws SQLException {
            connection.setReadOnly(true);
            connection.setSchema("another");
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    /** Of a broker. */
    record OfBroker(JmsPool pool, BrokerDriver driver, Settings settings) implements TestedPool {
        @Override
        public String name() {
            return pool.name();
        }

        @Override
        public Lines lines() {
            return driver.lines();
        }

        @Override
        public PoolStatistics statistics() {
            return pool.statistics();
        }

        @Override
        public Handle take() throws Exception {
            jakarta.jms.Connection connection = pool.createConnection();
            return new OfSession(connection, connection.createSession());
        }

        @Override
        public boolean worksOutside() {
            return false;
        }

        @Override
        public void close() {
            pool.close();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** A handle of a session. */
    record OfSession(jakarta.jms.Connection connection, Session session) implements Handle {
        @Override
        public @Nullable Line line(Faults faults) {
            return null;
        }

        @Override
        public void work(int number, boolean isTidy) throws Exception {
            jakarta.jms.MessageProducer producer = session.createProducer(session.createQueue("queue"));
            producer.send(session.createTextMessage(String.valueOf(number)));
            if (isTidy) {
                producer.close();
            }
        }

        @Override
        public void close() throws Exception {
            session.close();
            connection.close();
        }
    }
}
