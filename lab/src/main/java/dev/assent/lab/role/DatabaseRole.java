package dev.assent.lab.role;

import dev.assent.lab.EndOfInput;
import dev.assent.lab.bank.Bank;
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
        Bank.Open bank = Bank.of(arguments[0]).open(Path.of(arguments[1]), arguments[2]);
        try (AutoCloseable server = bank.server()) {
            System.out.println("ready " + bank.port() + BETWEEN + String.join(BETWEEN, driver(bank)));
            EndOfInput.await();
        }
        Runtime.getRuntime().halt(0);
    }

    /** The class of the XA data source, and its properties as {@code KEY=VALUE}. */
    static List<String> driver(Bank.Open bank) {
        List<String> told = new ArrayList<>(List.of(bank.xaDataSourceClass()));
        bank.properties().forEach((key, value) -> told.add(key + "=" + value));
        return told;
    }
}
