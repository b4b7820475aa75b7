package dev.assent.backends;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The process of a {@link DerbyServer}. It serves until its input ends, so it does not stay behind when the process
 * that started it dies. It uses JDBC only: Derby's network server starts with Derby's engine, by the system properties
 * of the process. So Derby's jars are needed to run Derby, but not to build this module.
 */
final class DerbyProcess {
    private DerbyProcess() {}

    /** No arguments. */
    public static void main(String[] arguments) throws Exception {
        startEngine();
        awaitEndOfInput();
        shutDown();
        Runtime.getRuntime().halt(0);
    }

    /** The first connection starts the engine, even if its database does not exist. */
    private static void startEngine() {
        try {
            DriverManager.getConnection("jdbc:derby:none").close();
        } catch (SQLException notFound) {
            // expected; a server that did not start takes no connections, and its log says why
        }
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // nobody writes to it
        }
    }

    private static void shutDown() {
        try {
            DriverManager.getConnection("jdbc:derby:;shutdown=true").close();
        } catch (SQLException done) {
            // Derby reports its shutdown by an exception
        }
    }
}
