package dev.assent.resources.pool;

import dev.assent.core.xa.BranchXid;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * When branches in doubt were prepared: PostgreSQL alone can tell, in {@code pg_prepared_xacts}, where the
 * driver names a branch by its format, an underscore, its global part, an underscore and its qualifier, both
 * in Base64. Pure functions.
 */
final class PreparedTimes {
    private static final String QUERY =
            "SELECT gid, prepared FROM pg_prepared_xacts WHERE database = current_database()";

    private static final int PARTS = 3;

    private PreparedTimes() {}

    /** Asks a database; empty when it can't tell. */
    static Map<Xid, Instant> of(Connection connection) throws SQLException {
        Map<Xid, Instant> times = new HashMap<>();
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return times;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                BranchXid xid = parse(rows.getString(1));
                Timestamp prepared = rows.getTimestamp(2);
                if (xid != null) {
                    times.put(xid, prepared.toInstant());
                }
            }
        }
        return times;
    }

    /** The branch with this name; null when it is none of an Assent node. */
    static @Nullable BranchXid parse(String gid) {
        String[] parts = gid.split("_", -1);
        if (parts.length != PARTS) {
            return null;
        }
        try {
            Base64.Decoder decoder = Base64.getDecoder();
            return BranchXid.of(Integer.parseInt(parts[0]), decoder.decode(parts[1]), decoder.decode(parts[2]));
        } catch (IllegalArgumentException notOurs) {
            return null;
        }
    }
}
