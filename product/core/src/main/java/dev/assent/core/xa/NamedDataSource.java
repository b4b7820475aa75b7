package dev.assent.core.xa;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.RegisteredDataSource;
import dev.assent.core.foreign.Failure;
import dev.assent.spi.XaTraits;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Gives the connections of a plain XADataSource the name of a resource, and corrects known deviations of its driver.
 *
 * <p>Thread safety: as the data source.
 */
public final class NamedDataSource implements RegisteredDataSource {
    private static final int LOGIN_SECONDS = 5;

    private final String name;
    private final XADataSource source;
    private final Duration recoveryTimeout;
    private final XaDriver driver;

    /**
     * Gives the data source a name, and looks for known deviations of its driver. A data source without a login timeout
     * gets one of {@value #LOGIN_SECONDS} seconds.
     *
     * @param recoveryTimeout how long recovery waits for each answer, on drivers that can limit it
     * @throws IllegalArgumentException if its database loses prepared branches
     */
    public NamedDataSource(String name, XADataSource source, Duration recoveryTimeout) {
        this.name = name;
        this.source = Objects.requireNonNull(source, "source");
        this.recoveryTimeout = recoveryTimeout;
        this.driver = driverOf(source);
        limitLogin(source);
    }

    private static void limitLogin(XADataSource source) {
        try {
            if (source.getLoginTimeout() == 0) {
                source.setLoginTimeout(LOGIN_SECONDS);
            }
        } catch (Throwable unlimited) {
            // this driver connects as long as it takes
        }
    }

    /** Whether some jar knows drivers. Otherwise every driver counts as one that follows the standard. */
    public static boolean isAnyDriverKnown() {
        return providers().findAny().isPresent();
    }

    private static Stream<ServiceLoader.Provider<XaDriver.Provider>> providers() {
        return Stream.of(
                        ServiceLoader.load(XaDriver.Provider.class),
                        ServiceLoader.load(XaDriver.Provider.class, XaDriver.class.getClassLoader()))
                .flatMap(ServiceLoader::stream);
    }

    private static XaDriver driverOf(XADataSource source) {
        return providers()
                .map(each -> each.get().of(source))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(XaDriver.STANDARD);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public XaTraits traits() {
        return driver.traits();
    }

    /**
     * Recovery's connection. If it can't be closed, it is left open.
     *
     * @param physical its handle, which stays open: drivers may drop the limit of answers when it is closed
     */
    private record OwnSession(XAConnection connection, XAResource xaResource, Connection physical) implements Session {
        @Override
        public void close() {
            try {
                connection.close();
            } catch (Throwable broken) {
                // recovery no longer needs it
            }
        }
    }

    @Override
    public Session open() throws SQLException {
        XAConnection connection = getXAConnection();
        try {
            Connection physical = connection.getConnection();
            AnswerTimeout.limit(physical, recoveryTimeout);
            return new OwnSession(connection, connection.getXAResource(), physical);
        } catch (Throwable refused) {
            close(connection, refused);
            throw refused;
        }
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        return named(source.getXAConnection());
    }

    /** As the other method; but recovery connects without this user, as the data source itself does. */
    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
        return named(source.getXAConnection(user, password));
    }

    /** Closes a connection that can't be used. */
    private XAConnection named(@Nullable XAConnection made) throws SQLException {
        if (made == null) {
            throw new SQLException(MESSAGES.dataSourceGivesNone(name, source, "XAConnection"));
        }
        try {
            return new RegisteredConnection(name, made, corrected(made));
        } catch (Throwable refused) {
            close(made, refused);
            throw refused;
        }
    }

    private static void close(XAConnection connection, Throwable refused) {
        try {
            connection.close();
        } catch (Throwable alsoFailed) {
            Failure.suppress(refused, alsoFailed);
        }
    }

    private XaDriver.Corrected corrected(XAConnection made) throws SQLException {
        @Nullable XAResource resource = made.getXAResource();
        if (resource == null) {
            throw new SQLException(MESSAGES.dataSourceGivesNone(name, source, "XAResource"));
        }
        try (Connection connection = made.getConnection()) {
            return driver.correct(name, resource, connection);
        }
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLException {
        source.setLogWriter(writer);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public String toString() {
        return "the data source of resource '" + name + "'";
    }
}
