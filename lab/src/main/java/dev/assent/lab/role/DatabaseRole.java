package dev.assent.lab.role;

import dev.assent.lab.EndOfInput;
import dev.assent.lab.database.LabDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that keeps a database server. It says "ready", the server's port, the class of its XA data source and the
 * properties of that, each after a tab; and it stops the server when its input ends, also when who started it was killed.
 */
public final class DatabaseRole {
    static final String BETWEEN = "\t";

    private DatabaseRole() {}

    /** Arguments: the name of the database, the folder of servers, and the server's name there. */
    public static void main(String[] arguments) throws Exception {
        LabDatabase.Open database = LabDatabase.of(arguments[0]).open(Path.of(arguments[1]), arguments[2]);
        try (AutoCloseable server = database.server()) {
            System.out.println("ready " + database.port() + BETWEEN + String.join(BETWEEN, driver(database)));
            EndOfInput.await();
        }
        Runtime.getRuntime().halt(0);
    }

    /** The class of the XA data source, and its properties as {@code KEY=VALUE}. */
    static List<String> driver(LabDatabase.Open database) {
        List<String> told = new ArrayList<>(List.of(database.xaDataSourceClass()));
        database.properties().forEach((key, value) -> told.add(key + "=" + value));
        return told;
    }
}
