package dev.assent.backends;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The databases that can be started. Immutable and safe to share. */
public enum Database {
    /** PostgreSQL. */
    POSTGRESQL("postgresql", "PostgreSQL", Map.of()),
    /** MariaDB with InnoDB. */
    MARIADB("mariadb", "MariaDB", Map.of("org.mariadb.jdbc:mariadb-java-client", "org/mariadb/jdbc/Driver.class")),
    /** Apache Derby as a network server, wherever Java runs. */
    DERBY(
            "derby",
            "Derby",
            Map.of(
                    "org.apache.derby:derby", "org/apache/derby/iapi/jdbc/AutoloadedDriver.class",
                    "org.apache.derby:derbynet", "org/apache/derby/drda/NetworkServerControl.class",
                    "org.apache.derby:derbyclient", "org/apache/derby/client/ClientAutoloadedDriver.class"));

    private final String key;
    private final String title;
    private final Map<String, String> jars;

    /** The jars that a class path may lack, besides that of its programs: the artifact of each, and a file in it. */
    Database(String key, String title, Map<String, String> jars) {
        this.key = key;
        this.title = title;
        this.jars = jars;
    }

    /**
     * Checks that this machine can run it, and that the class path has what it needs.
     *
     * @throws IOException if its programs do not exist for this machine, or a jar is missing; the message says what
     *     to do
     */
    void requireJars() throws IOException {
        Stream<String> programs =
                ProgramsJar.here(this).stream().filter(jar -> !jar.isThere()).map(ProgramsJar::artifact);
        Stream<String> others = jars.entrySet().stream()
                .filter(each -> Database.class.getResource("/" + each.getValue()) == null)
                .map(Map.Entry::getKey);
        List<String> missing = Stream.concat(programs, others).sorted().toList();
        if (!missing.isEmpty()) {
            throw new IOException(title + " cannot be started: add " + String.join(", ", missing)
                    + " to the class path, or start another database");
        }
    }

    /** The word for it in options and test names. */
    public String key() {
        return key;
    }

    /** Its name for people. */
    public String title() {
        return title;
    }

    /** The keys of all, separated by commas, for people. */
    public static String keys() {
        return Arrays.stream(values()).map(Database::key).collect(Collectors.joining(", "));
    }

    /**
     * The database with this key.
     *
     * @throws IllegalArgumentException when there is none; the message says what is allowed
     */
    public static Database of(String key) {
        return Arrays.stream(values())
                .filter(each -> each.key.equals(key))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no database '" + key + "'; allowed: " + keys()));
    }
}
