package dev.assent.resources.quirk;

/** MariaDB with its own driver. */
final class MariaDbQuirks {
    private static final String NO_CODE = "the driver has no XA code for an error of the network, and leaves it at 0";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";

    private MariaDbQuirks() {}

    static DatabaseQuirks row() {
        return MySqlFamily.row("mariadb", "MariaDB 11.4.5, MariaDB Connector/J 3.5.10", "org.mariadb.")
                .named("MariaDB Connector/J")
                .noted(new Note(
                        "Any user may list the branches in doubt",
                        "the server asks for no right, and knows none like MySQL 8's `XA_RECOVER_ADMIN`",
                        "nothing need be granted"))
                .mends(Situation.DEAD_START, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_PREPARE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ONE_PHASE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(
                        Situation.DEAD_COMMIT,
                        "XA code 0",
                        NO_CODE,
                        AS_FAILURE + ", else a commit would be called doubtful that was only not confirmed")
                .mends(Situation.DEAD_ROLLBACK, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_RECOVER, "XA code 0", NO_CODE, AS_FAILURE)
                .row();
    }
}
