package dev.assent.server.demo;

import dev.assent.backends.Database;
import dev.assent.server.crash.CrashWorld;
import java.io.PrintStream;
import java.util.List;

/**
 * The contents of the demo's folder: tells people where they are after {@code --keep}, and how to look at them.
 * Immutable.
 *
 * @param folder that holds everything
 * @param options how the demo was run
 */
record KeptThings(DemoFolder folder, DemoOptions options) {
    /** The folder of Assent's log. */
    static final String LOG = "assent-log";

    /** The file with the error output of all processes of the crash tour. */
    static final String PROCESSES = "processes.log";

    private static final int PORT = 54321;

    /** Writes it. */
    void show(PrintStream out) {
        out.println();
        out.println("Kept in " + folder.path());
        out.println("  " + LOG + (options.processes() == 1 ? "       Assent's log" : "-*     the log of each node"));
        out.println("  north, south     the data of the two servers, which are stopped");
        out.println("  *.log            the logs of the servers and of the killed processes");
        List<Database> databases = options.databases();
        for (int i = 0; i < databases.size(); i++) {
            if (databases.indexOf(databases.get(i)) == i) {
                String name = CrashWorld.NAMES.get(i);
                out.println("To look into " + databases.get(i).title() + ", here the one in the " + name + ":");
                out.println("    cd " + folder.path());
                commands(databases.get(i), name).forEach(each -> out.println("    " + each));
            }
        }
    }

    private static List<String> commands(Database database, String name) {
        boolean root = "root".equals(System.getProperty("user.name"));
        return switch (database) {
            case POSTGRESQL -> {
                // PostgreSQL does not run as root, so root takes another user id for it
                String control = (root ? "unshare -U " : "") + "programs/postgresql/*/bin/pg_ctl -D " + name;
                yield List.of(
                        control + " -l " + name + ".log -o '-p " + PORT
                                + " -c max_prepared_transactions=100 -c unix_socket_directories=' start",
                        "psql -h 127.0.0.1 -p " + PORT + " -U postgres -c 'TABLE accounts'",
                        control + " stop");
            }
            case MARIADB ->
                List.of(
                        "programs/mariadb/bin/mariadbd --no-defaults --basedir=$PWD/programs/mariadb --datadir=$PWD/"
                                + name + " --socket= --bind-address=127.0.0.1 --port=" + PORT
                                + (root ? " --user=root" : "") + " &",
                        "mariadb -h 127.0.0.1 -P " + PORT + " -u root assent -e 'SELECT * FROM accounts'",
                        "kill %1");
            case DERBY ->
                List.of(
                        "java -cp 'ASSENT/product/server/target/lib/*' org.apache.derby.tools.ij",
                        "connect 'jdbc:derby:" + name + "/assent;user=assent'; SELECT * FROM accounts;");
        };
    }
}
