package dev.assent.resources.quirk;

/** MySQL's driver. It was tried on a MariaDB server, the only one of the family that the tests can start. */
final class MySqlQuirks {
    /** What MySQL 8 says to XA RECOVER of a user without the right; elsewhere any XAER_RMERR. */
    private static final int ER_XAER_RMERR = 1401;

    private MySqlQuirks() {}

    static DatabaseQuirks row() {
        return MySqlFamily.row("mysql", "MySQL Connector/J 9.7.0, on MariaDB 11.4.5", "com.mysql.")
                .named("MySQL Connector/J")
                .mendedBy(new Remedy(
                        ProbeStep.LIST,
                        "",
                        ER_XAER_RMERR,
                        "its user may not list the branches in doubt, which MySQL 8 allows by name only",
                        "run as an administrator GRANT XA_RECOVER_ADMIN ON *.* TO that user",
                        true))
                .noted(new Note(
                        "What this driver does on a MySQL server, and that its error 1401 is mended by `XA_RECOVER_ADMIN`,"
                                + " was not tried",
                        "the tests have no MySQL 8 server; the error and the right are from MySQL's manual",
                        "let the start-up probe try it on your server"))
                .row();
    }
}
