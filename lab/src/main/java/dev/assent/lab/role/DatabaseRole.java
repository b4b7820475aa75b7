package dev.assent.lab.role;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import java.nio.file.Path;

/**
 * The process that keeps a database server. It says "ready", the class of its XA data source and the properties of that, each
 * after a tab; and it stops the server when its input ends, also when who started it was killed.
 */
public final class DatabaseRole {
    static final String BETWEEN = "\t";

    private DatabaseRole() {}

    /** Arguments: the database, the folder of servers, and the server's name there. */
    public static void main(String[] arguments) throws Exception {
        try (ServerFolder folder = ServerFolder.in(Path.of(arguments[1]));
                DatabaseServer server = folder.start(Database.valueOf(arguments[0]), arguments[2])) {
            StringBuilder told = new StringBuilder("ready ").append(server.xaDataSourceClass());
            server.xaProperties()
                    .forEach((key, value) ->
                            told.append(BETWEEN).append(key).append('=').append(value));
            System.out.println(told);
            EndOfInput.await();
        }
        Runtime.getRuntime().halt(0);
    }
}
