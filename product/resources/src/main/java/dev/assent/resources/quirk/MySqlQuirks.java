package dev.assent.resources.quirk;

/** MySQL's driver. It was tried on a MariaDB server, the only one of the family that the tests can start. */
final class MySqlQuirks {
    /** MySQL 8's error for XA RECOVER by a user without the privilege; elsewhere any XAER_RMERR. */
    private static final int ER_XAER_RMERR = 1401;

    private MySqlQuirks() {}

    static DatabaseQuirks row() {
        return MySqlFamily.row("mysql", "MySQL", "Connector/J 9.7.0, on MariaDB 11.4.5", "com.mysql.")
                .named("MySQL Connector/J")
                .mendedBy(new Remedy(
                        ProbeStep.LIST,
                        "",
                        ER_XAER_RMERR,
                        "its user may not list the branches in doubt, since MySQL 8 requires the privilege"
                                + " XA_RECOVER_ADMIN",
                        "run as an administrator GRANT XA_RECOVER_ADMIN ON *.* TO that user",
                        true))
                .noted(new Note(
                        "This driver was not tried on a MySQL server, nor `XA_RECOVER_ADMIN` as the remedy of its error"
                                + " 1401",
                        "the tests have no MySQL 8 server. The error and the privilege are from MySQL's manual",
                        "let the start-up probe try it on your server"))
                .row();
    }
}
