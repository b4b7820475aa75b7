package dev.assent.resources.quirk;

/** MySQL's driver. It was tried on a MariaDB server, the only one of the family that the tests can start. */
final class MySqlQuirks {
    private MySqlQuirks() {}

    static DatabaseQuirks row() {
        return MySqlFamily.row("mysql", "MySQL Connector/J 9.7.0, on MariaDB 11.4.5", "com.mysql.")
                .named("MySQL Connector/J")
                .row();
    }
}
