package dev.assent.backends;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The databases that can be started. Immutable and safe to share. */
public enum Database {
    /** PostgreSQL, on Linux of x64 and of ARM64. */
    POSTGRESQL("postgresql", "PostgreSQL"),
    /** MariaDB with InnoDB, on Linux x64. */
    MARIADB("mariadb", "MariaDB"),
    /** Apache Derby as a network server, wherever Java runs. */
    DERBY("derby", "Derby");

    private final String key;
    private final String title;

    Database(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** The word for it in options and test names. */
    public String key() {
        return key;
    }

    /** Its name for people. */
    public String title() {
        return title;
    }

    /** The keys of all, with commas between, for people. */
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
