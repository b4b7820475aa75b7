package dev.assent.lab.role;

import dev.assent.lab.database.LabDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that keeps a database server. It says "ready", the server's port, the class of its XA data source and the
 * properties of that, each after a tab; and it stops the server when there are no more orders. That is also so if the
 * process that started it was killed.
 */
public final class DatabaseRole {
    /** Its server may still be starting, and has to be stopped then. */
    private static final Duration END_MAX = Duration.ofSeconds(60);

    static final String BETWEEN = "\t";

    private DatabaseRole() {}

    /** Arguments: the name of the database, the folder of servers, and the server's name there. */
    public static void main(String[] arguments) {
        RoleMain.run(END_MAX, (orders, answers) -> {
            LabDatabase.Open database = LabDatabase.of(arguments[0]).open(Path.of(arguments[1]), arguments[2]);
            try (AutoCloseable server = database.server()) {
                answers.say(
                        RoleProcesses.READY + " " + database.port() + BETWEEN + String.join(BETWEEN, driver(database)));
                orders.awaitEnd();
            }
        });
    }

    /** The class of the XA data source, and its properties as {@code KEY=VALUE}. */
    static List<String> driver(LabDatabase.Open database) {
        List<String> told = new ArrayList<>(List.of(database.xaDataSourceClass()));
        database.properties().forEach((key, value) -> told.add(key + "=" + value));
        return told;
    }
}
