package dev.assent.resources;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import dev.assent.backends.artemis.ArtemisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Servers for all test classes of this module. Each is started when the first test needs it, and ends with the JVM. A test that
 * kills one starts it again.
 *
 * <p>Thread safety: safe to share.
 */
public final class SharedServers {
    /** A queue of the broker with room for little. */
    public static final String LIMITED = ArtemisServer.LIMITED + "in";

    private static final ServerFolder FOLDER = ServerFolder.temporary();
    private static final Map<Database, DatabaseServer> DATABASES = new EnumMap<>(Database.class);
    private static final Map<String, PostgresServer> POSTGRES = new HashMap<>();
    private static ArtemisServer broker;

    private SharedServers() {}

    /** The server of a kind. */
    public static synchronized DatabaseServer of(Database database) {
        return DATABASES.computeIfAbsent(database, key -> key == Database.POSTGRESQL ? postgres("shared") : start(key));
    }

    /** The PostgreSQL server of a name. */
    public static synchronized PostgresServer postgres(String name) {
        return POSTGRES.computeIfAbsent(name, SharedServers::startPostgres);
    }

    /** The broker, with queues "in", "out" and {@link #LIMITED}. */
    public static synchronized ArtemisServer broker() {
        if (broker == null) {
            try {
                broker = ArtemisServer.start(FOLDER, "broker", "in", "out", LIMITED);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return broker;
    }

    private static DatabaseServer start(Database database) {
        try {
            return FOLDER.start(database, "shared-" + database.key());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static PostgresServer startPostgres(String name) {
        try {
            return FOLDER.startPostgres(name);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
