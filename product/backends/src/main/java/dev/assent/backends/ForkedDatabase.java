package dev.assent.backends;

import java.sql.SQLException;

/** A database server that is one process, a child of this one. Thread safety: see {@link DatabaseServer}. */
abstract class ForkedDatabase extends ForkedServer implements DatabaseServer {
    private final Database database;

    ForkedDatabase(Database database, ServerPlace place) {
        super(place);
        this.database = database;
    }

    @Override
    public final Database database() {
        return database;
    }

    @Override
    protected final void tryConnection() throws SQLException {
        connect().close();
    }
}
