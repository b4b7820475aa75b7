package dev.assent.backends;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked programs of the servers in one folder, or of all servers of a checkout.
 *
 * <p>Thread safety: servers that are started at the same time, by any process, unpack them once.
 */
final class Programs {
    private final Path folder;
    private final boolean isShared;
    private final PgBinaryResolver postgres = new PostgresPrograms();

    private Programs(Path folder, boolean isShared) {
        this.folder = folder;
        this.isShared = isShared;
    }

    /** The programs for a folder of servers: in it, or where the property {@value ServerFolder#PROGRAMS} says. */
    static Programs of(Path servers) {
        String shared = System.getProperty(ServerFolder.PROGRAMS);
        return shared == null
                ? new Programs(servers.resolve("programs"), false)
                : new Programs(Path.of(shared).toAbsolutePath(), true);
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

    /** Starts the library of PostgreSQL, which unpacks the programs if they are not there yet. */
    EmbeddedPostgres start(EmbeddedPostgres.Builder builder) throws IOException {
        Path unpacked = folderOf(Database.POSTGRESQL);
        if (!isShared || isWhole(unpacked)) {
            return builder.start();
        }
        // the library waits for another process too, but only for a minute
        try (UnpackLock held = UnpackLock.of(unpacked)) {
            if (!isWhole(unpacked)) {
                deleteHalves(unpacked);
            }
            return builder.start();
        }
    }

    /** The library marks a folder of programs when all are in it. */
    private static boolean isWhole(Path unpacked) throws IOException {
        try (Stream<Path> all = versions(unpacked)) {
            return all.anyMatch(each -> Files.exists(each.resolve(".exists")));
        }
    }

    /** A folder for each version of the programs. */
    private static Stream<Path> versions(Path unpacked) throws IOException {
        return Files.isDirectory(unpacked)
                ? Files.list(unpacked)
                        .filter(each -> each.getFileName().toString().startsWith("PG-"))
                : Stream.empty();
    }

    /** Deletes what a process left that was killed while it unpacked: the library fails at a link that is there. */
    private static void deleteHalves(Path unpacked) throws IOException {
        try (Stream<Path> all = versions(unpacked)) {
            for (Path each : all.toList()) {
                ServerFolder.delete(each);
            }
        }
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
                Path part = Files.createTempFile(to.getParent(), "", ".part"); // another process may do the same
                try (InputStream in = open(jar, file)) {
                    Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                }
                Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
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
