package dev.assent.resources.quirk;

/** MariaDB with its own driver. */
final class MariaDbQuirks {
    private static final String NO_CODE = "the driver sets no XA code for network errors";
    private static final String AS_FAILURE = "read as XAER_RMFAIL";

    private MariaDbQuirks() {}

    static DatabaseQuirks row() {
        return MySqlFamily.row("mariadb", "MariaDB", "11.4.5, MariaDB Connector/J 3.5.10", "org.mariadb.")
                .named("MariaDB Connector/J")
                .noted(new Note(
                        "Any user may list the branches in doubt",
                        "the server requires no privilege like MySQL 8's `XA_RECOVER_ADMIN`",
                        "grant nothing"))
                .mends(Situation.DEAD_START, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_PREPARE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_ONE_PHASE, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(
                        Situation.DEAD_COMMIT,
                        "XA code 0",
                        NO_CODE,
                        AS_FAILURE + ". With code 0 an unconfirmed commit would count as a hazard")
                .mends(Situation.DEAD_ROLLBACK, "XA code 0", NO_CODE, AS_FAILURE)
                .mends(Situation.DEAD_RECOVER, "XA code 0", NO_CODE, AS_FAILURE)
                .row();
    }
}
