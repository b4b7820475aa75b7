package dev.assent.lab.database;

import dev.assent.backends.Database;

/** MariaDB, a server for each. Immutable. */
public final class MariaDb extends DatabaseApart {
    /** The server that {@code backends} starts. */
    public MariaDb() {
        super(Database.MARIADB);
    }
}
