package dev.assent.lab.database;

import java.nio.file.Path;
import java.util.Map;

/** Apache Derby inside of the server's own process, as published. Immutable. */
public final class EmbeddedDerby implements LabDatabase {
    @Override
    public String name() {
        return "derby";
    }

    @Override
    public String title() {
        return "Derby";
    }

    @Override
    public boolean isApart() {
        return false;
    }

    /** The first connection creates the database. */
    @Override
    public Open open(Path folder, String name) {
        return new Open(
                "org.apache.derby.jdbc.EmbeddedXADataSource",
                Map.of("databaseName", folder.resolve(name).toString(), "createDatabase", "create"),
                0,
                () -> {});
    }
}
