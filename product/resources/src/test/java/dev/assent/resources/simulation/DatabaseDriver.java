package dev.assent.resources.simulation;

import dev.assent.resources.simulation.Faults.Api;
import dev.assent.resources.simulation.Faults.Fault;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/** A fake driver of a database. Its statements are numbers, such as {@code insert 7}. Thread safety: safe to share. */
final class DatabaseDriver {
    /** The driver's own type of connections, by which an oracle finds the line behind a handle. */
    interface Physical {
        Line line();
    }

    private interface PhysicalConnection extends Connection, Physical {}

    static final String INSERT = "insert ";

    private final Lines lines;

    DatabaseDriver(Lines lines) {
        this.lines = lines;
    }

    XADataSource source() {
        return Line.fake(XADataSource.class, (self, method, arguments) -> switch (method.getName()) {
            case "getXAConnection" -> connect();
            case "getLoginTimeout" -> 1;
            default -> null;
        });
    }

    private @Nullable XAConnection connect() throws Throwable {
        Fault fault = lines.drawForLogin();
        return switch (fault) {
            case NONE, LATE -> {
                if (fault == Fault.LATE) {
                    lines.parking().park();
                }
                yield connection(lines.open());
            }
            case NULL -> null;
            default -> throw lines.refusal(Api.JDBC);
        };
    }

    private static XAConnection connection(Line line) {
        return Line.fake(XAConnection.class, (self, method, arguments) -> switch (method.getName()) {
            case "getConnection" -> line.made(Api.JDBC, "getConnection", () -> handle(line));
            case "getXAResource" -> line.made(Api.JDBC, "getXAResource", () -> line);
            case "close" -> {
                line.close(Api.JDBC);
                yield null;
            }
            default -> null;
        });
    }

    /** A driver closes the last handle when it gives the next one; only the last one counts here. */
    private static Connection handle(Line line) {
        return Line.fake(PhysicalConnection.class, (self, method, arguments) -> switch (method.getName()) {
            case "line" -> line;
            case "close" -> null; // of the handle, not of the connection
            case "abort" -> {
                line.close(Api.JDBC);
                yield null;
            }
            case "isClosed" -> line.saysClosed();
            case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(self);
            case "unwrap" -> self;
            case "isValid" -> isValid(line);
            case "getMetaData" -> line.made(Api.JDBC, "getMetaData", DatabaseDriver::metaData);
            case "createStatement" -> line.made(Api.JDBC, "createStatement", () -> statement(line));
            default -> line.call(Api.JDBC, method.getName(), () -> done(line, method, arguments));
        });
    }

    private static Object isValid(Line line) throws Throwable {
        if (!line.isOpen() || line.isLost()) {
            line.unfit("isValid has told the loss");
            return false;
        }
        return Objects.requireNonNullElse(line.call(Api.JDBC, "isValid", () -> true), false);
    }

    private static DatabaseMetaData metaData() {
        return Line.fake(DatabaseMetaData.class, (self, method, arguments) -> switch (method.getName()) {
            case "getDriverName", "getDatabaseProductName" -> "a simulated database";
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static @Nullable Object done(Line line, Method method, Object[] arguments) throws SQLException {
        switch (method.getName()) {
            case "getAutoCommit":
                return line.autoCommit;
            case "setAutoCommit":
                setAutoCommit(line, (boolean) arguments[0]);
                return null;
            case "commit":
                requireLocal(line);
                line.server.commitLocal(line);
                return null;
            case "rollback":
                requireLocal(line);
                line.server.rollbackLocal(line);
                return null;
            case "isReadOnly":
                return line.isReadOnly;
            case "setReadOnly":
                line.isReadOnly = (boolean) arguments[0];
                return null;
            case "getTransactionIsolation":
                return line.isolation;
            case "setTransactionIsolation":
                line.isolation = (int) arguments[0];
                return null;
            case "getSchema":
                return line.schema;
            case "setSchema":
                line.schema = (String) arguments[0];
                return null;
            case "getCatalog", "getWarnings", "clearWarnings", "setCatalog", "setNetworkTimeout":
                return null;
            case "getNetworkTimeout", "getHoldability":
                return method.getName().equals("getHoldability") ? 1 : 0;
            default:
                throw new UnsupportedOperationException(method.getName());
        }
    }

    /** As JDBC says: a change commits what is open. */
    private static void setAutoCommit(Line line, boolean isOn) throws SQLException {
        if (line.branch != null && isOn) {
            throw new SQLException("auto-commit inside a branch", "25000");
        }
        if (isOn && !line.autoCommit) {
            line.server.commitLocal(line);
        }
        line.autoCommit = isOn;
    }

    private static void requireLocal(Line line) throws SQLException {
        if (line.branch != null || line.autoCommit) {
            throw new SQLException("no local transaction", "25000");
        }
    }

    private static Statement statement(Line line) {
        return Line.fake(Statement.class, (self, method, arguments) -> switch (method.getName()) {
            case "executeUpdate" ->
                line.call(Api.JDBC, "executeUpdate", () -> {
                    line.server.work(line, Integer.parseInt(((String) arguments[0]).substring(INSERT.length())));
                    return 1;
                });
            case "close" -> line.isOpen() ? line.call(Api.JDBC, "Statement.close", () -> null) : null;
            case "isClosed" -> !line.isOpen();
            case "isWrapperFor" -> false;
            case "getConnection" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    Lines lines() {
        return lines;
    }
}
