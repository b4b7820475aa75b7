package dev.assent.lab.database;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A database server in processes of its own, with every forced write on. Immutable. */
abstract class DatabaseApart implements LabDatabase {
    private final Database database;

    DatabaseApart(Database database) {
        this.database = database;
    }

    @Override
    public final String name() {
        return database.key();
    }

    @Override
    public final String title() {
        return database.title();
    }

    @Override
    public final boolean isApart() {
        return true;
    }

    @Override
    public final boolean isUnpacked(Path folder) {
        return Files.exists(ServerFolder.in(folder).programsOf(database));
    }

    @Override
    public final Open open(Path folder, String name) throws IOException {
        DatabaseServer server = ServerFolder.in(folder).start(database, name);
        return new Open(server.xaDataSourceClass(), server.xaProperties(), server.port(), server);
    }
}
