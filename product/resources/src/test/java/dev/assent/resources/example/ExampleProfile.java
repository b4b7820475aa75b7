package dev.assent.resources.example;

import dev.assent.resources.spi.DatabaseProfile;
import java.sql.SQLException;
import java.util.List;

/** What ExampleDB does otherwise. The guide of pools shows this class. */
public final class ExampleProfile implements DatabaseProfile {
    @Override
    public String title() {
        return "ExampleDB 7.1";
    }

    @Override
    public boolean isOf(Class<?> driverClass) {
        return driverClass.getName().startsWith("dev.assent.resources.example.ExampleXa");
    }

    /** It commits before it listens. */
    @Override
    public List<String> endingStatements() {
        return List.of("LISTEN");
    }

    /** It ends a session that divides by zero. */
    @Override
    public boolean isFatal(SQLException error) {
        return "22012".equals(error.getSQLState());
    }
}
