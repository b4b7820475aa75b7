package dev.assent.lab.result;

import dev.assent.lab.Machine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The tables of runs: how each was made, its plan, the databases it used, and its failures. One thread. */
record RunRows(Connection connection) {
    /** The numbers of all, in their order. */
    List<Integer> numbers() throws SQLException {
        List<Integer> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM run ORDER BY id")) {
            while (rows.next()) {
                all.add(rows.getInt("id"));
            }
        }
        return all;
    }

    StoredRun find(int number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT * FROM run WHERE id = ?")) {
            select.setInt(1, number);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new StoredRun(
                        number,
                        row.getTimestamp("began").toInstant(),
                        header(row),
                        databases(number),
                        row.getBoolean("is_complete"));
            }
        }
    }

    private static RunHeader header(ResultSet row) throws SQLException {
        Machine machine = new Machine(
                row.getString("processor"),
                row.getInt("cores"),
                row.getString("system"),
                row.getString("java"),
                row.getString("commit_id"));
        RoleEnvironment roles = new RoleEnvironment(
                row.getString("jvm_options"), row.getString("file_system"), row.getLong("memory_bytes"));
        return new RunHeader(
                row.getString("options"),
                row.getString("form"),
                row.getInt("repeats"),
                row.getLong("seed"),
                row.getString("network"),
                machine,
                roles);
    }

    private List<String> databases(int run) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT version FROM database_used WHERE run = ? ORDER BY version")) {
            return Columns.all(select, run, row -> row.getString("version"));
        }
    }

    /** A run with its plan; its number. */
    int insert(RunHeader header, List<Measure.Planned> plan) throws SQLException {
        String sql =
                "INSERT INTO run (options, form, repeats, seed, network, processor, cores, system, java, commit_id,"
                        + " jvm_options, file_system, memory_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        int run;
        try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            Columns.bind(
                    insert,
                    header.options(),
                    header.form(),
                    header.repeats(),
                    header.seed(),
                    header.network(),
                    header.machine().processor(),
                    header.machine().cores(),
                    header.machine().system(),
                    header.machine().java(),
                    header.machine().commit(),
                    header.roles().jvmOptions(),
                    header.roles().fileSystem(),
                    header.roles().memoryBytes());
            run = Columns.inserted(insert);
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO planned"
                + " (run, experiment, transport, database, scenario, subject, clients, repeats)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Measure.Planned each : plan) {
                Columns.bind(insert, Columns.row(run, each.key(), each.repeats()));
                insert.executeUpdate();
            }
        }
        return run;
    }

    /** In the order in which it was planned. */
    List<Measure.Planned> planned(int run) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT * FROM planned WHERE run = ? ORDER BY id")) {
            return Columns.all(select, run, row -> new Measure.Planned(Columns.keyOfAll(row), row.getInt("repeats")));
        }
    }

    void addDatabase(int run, String version) throws SQLException {
        try (PreparedStatement merge =
                connection.prepareStatement("MERGE INTO database_used (run, version) VALUES (?, ?)")) {
            Columns.bind(merge, run, version);
            merge.executeUpdate();
        }
    }

    void addFailure(int run, StoredFailure failure) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO failure"
                + " (run, experiment, transport, database, scenario, subject, clients, repeat, why)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            Columns.bind(insert, Columns.row(run, failure.key(), failure.repeat(), failure.why()));
            insert.executeUpdate();
        }
    }

    List<StoredFailure> failures(int run) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT * FROM failure WHERE run = ? ORDER BY id")) {
            return Columns.all(
                    select,
                    run,
                    row -> new StoredFailure(Columns.keyOfAll(row), row.getInt("repeat"), row.getString("why")));
        }
    }

    void complete(int run) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE run SET is_complete = TRUE WHERE id = ?")) {
            update.setInt(1, run);
            update.executeUpdate();
        }
    }
}
