package dev.assent.server.demo;

import java.io.PrintStream;

/**
 * What is in the demo's folder: tells people where it is after {@code --keep}, and how to look at it.
 * Immutable.
 *
 * @param folder that holds everything
 */
record KeptThings(DemoFolder folder) {
    /** The folder of Assent's log. */
    static final String LOG = "assent-log";

    /** The folder of PostgreSQL's programs. */
    static final String PROGRAMS = "programs/postgresql";

    /** The file with the error output of all processes of the crash tour. */
    static final String PROCESSES = "processes.log";

    private static final int PORT = 54321;

    /** Writes it. */
    void show(PrintStream out) {
        // PostgreSQL does not run as root, so root becomes nobody for it
        String asNobody = "root".equals(System.getProperty("user.name")) ? "unshare -U " : "";
        String control = "    " + asNobody + PROGRAMS + "/*/bin/pg_ctl -D north ";
        out.println();
        out.println("Kept in " + folder.path());
        out.println("  " + LOG + "       Assent's log");
        out.println("  north, south     the data of the two servers, which are stopped");
        out.println("  *.log            the logs of the servers and of the killed processes");
        out.println("To look into a server, here the one in the north:");
        out.println("    cd " + folder.path());
        out.println(control + "-l north.log -o '-p " + PORT
                + " -c max_prepared_transactions=100 -c unix_socket_directories=' start");
        out.println("    psql -h 127.0.0.1 -p " + PORT + " -U postgres -c 'TABLE accounts'");
        out.println(control + "stop");
    }
}
