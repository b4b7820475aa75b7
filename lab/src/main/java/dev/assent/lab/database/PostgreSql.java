package dev.assent.lab.database;

import dev.assent.backends.Database;

/** PostgreSQL, a server for each. Immutable. */
public final class PostgreSql extends DatabaseApart {
    /** The server that {@code backends} starts. */
    public PostgreSql() {
        super(Database.POSTGRESQL);
    }
}
