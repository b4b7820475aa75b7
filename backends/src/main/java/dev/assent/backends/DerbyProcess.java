package dev.assent.backends;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.apache.derby.drda.NetworkServerControl;

/**
 * The process of a {@link DerbyServer}. It serves until its input ends, so it does not stay behind when
 * the process that started it dies.
 */
final class DerbyProcess {
    private DerbyProcess() {}

    /** Argument: the port. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        NetworkServerControl server = new NetworkServerControl(InetAddress.getByName("127.0.0.1"), port);
        server.start(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        awaitEndOfInput();
        server.shutdown();
        shutDownDatabases();
        Runtime.getRuntime().halt(0);
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // nothing is said to it
        }
    }

    private static void shutDownDatabases() {
        try {
            DriverManager.getConnection("jdbc:derby:;shutdown=true").close();
        } catch (SQLException done) {
            // Derby says with an exception that it is shut down
        }
    }
}
