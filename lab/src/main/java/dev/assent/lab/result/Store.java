package dev.assent.lab.result;

import dev.assent.core.metrics.Phase;
import dev.assent.lab.Machine;
import dev.assent.lab.role.Cost;
import dev.assent.lab.role.PhaseTime;
import dev.assent.lab.role.Recording;
import dev.assent.lab.role.Spent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The results of all runs, in an embedded database in a folder: a row for each measure, so that anyone can ask their own
 * question. Each row is durable once it is written, so that a run that is killed leaves what it has measured.
 *
 * <p>Thread safety: one thread; a folder is of one process at a time.
 */
public final class Store implements AutoCloseable {
    private final Connection connection;

    private Store(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens the results in a folder, which are made when there are none.
     *
     * @throws SQLException also when another process has them open
     */
    public static Store open(Path folder) throws SQLException {
        String file = folder.toAbsolutePath().resolve("lab").toString();
        // What still writes while the process ends, after Ctrl-C, closes it itself.
        Connection connection = DriverManager.getConnection(
                "jdbc:h2:file:" + file + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0");
        try (Statement statement = connection.createStatement()) {
            statement.execute(tables());
        } catch (SQLException refused) {
            connection.close();
            throw refused;
        }
        return new Store(connection);
    }

    private static String tables() {
        try (InputStream in = Objects.requireNonNull(Store.class.getResourceAsStream("tables.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The database itself, for any question. */
    public Connection connection() {
        return connection;
    }

    /**
     * How a run is made.
     *
     * @param options of the command line
     * @param form as {@link dev.assent.lab.experiment.Form} writes it
     * @param repeats how often all is measured
     * @param network where it runs, for people
     */
    public record RunHeader(String options, String form, int repeats, String network, Machine machine) {}

    /**
     * A run that was begun.
     *
     * @param isComplete whether all was measured that was planned
     */
    public record StoredRun(int number, Instant began, RunHeader header, boolean isComplete) {}

    /** The numbers of all, in their order. */
    public List<Integer> runs() throws SQLException {
        List<Integer> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM run ORDER BY id")) {
            while (rows.next()) {
                all.add(rows.getInt("id"));
            }
        }
        return all;
    }

    /** One of them. */
    public StoredRun run(int number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT * FROM run WHERE id = ?")) {
            select.setInt(1, number);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                Machine machine = new Machine(
                        row.getString("processor"),
                        row.getInt("cores"),
                        row.getString("system"),
                        row.getString("java"),
                        row.getString("commit_id"));
                RunHeader header = new RunHeader(
                        row.getString("options"),
                        row.getString("form"),
                        row.getInt("repeats"),
                        row.getString("network"),
                        machine);
                return new StoredRun(
                        number, row.getTimestamp("began").toInstant(), header, row.getBoolean("is_complete"));
            }
        }
    }

    /** A run begins; its number. */
    public int begin(RunHeader header) throws SQLException {
        String sql = "INSERT INTO run (options, form, repeats, network, processor, cores, system, java, commit_id)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(
                    insert,
                    header.options(),
                    header.form(),
                    header.repeats(),
                    header.network(),
                    header.machine().processor(),
                    header.machine().cores(),
                    header.machine().system(),
                    header.machine().java(),
                    header.machine().commit());
            return inserted(insert);
        }
    }

    private static int inserted(PreparedStatement insert) throws SQLException {
        insert.executeUpdate();
        try (ResultSet keys = insert.getGeneratedKeys()) {
            keys.next();
            return keys.getInt(1);
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            boolean isNone = values[i] instanceof Double number && number.isNaN();
            statement.setObject(i + 1, isNone ? null : values[i]);
        }
    }

    /** The run, what it has measured, or was to, and more columns. */
    private static Object[] row(int run, Measure.Key key, Object... more) {
        Stream<Object> first = Stream.of(
                run, key.experiment(), key.transport(), key.bank(), key.scenario(), key.subject(), key.clients());
        return Stream.concat(first, Stream.of(more)).toArray();
    }

    /** What a run will measure. */
    public void plan(int run, List<Measure.Planned> all) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO planned VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Measure.Planned each : all) {
                bind(insert, row(run, each.key(), each.repeats()));
                insert.executeUpdate();
            }
        }
    }

    /** As {@link #plan}. */
    public List<Measure.Planned> planned(int run) throws SQLException {
        List<Measure.Planned> all = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT *, '' AS step FROM planned WHERE run = ?")) {
            select.setInt(1, run);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    all.add(new Measure.Planned(key(rows), rows.getInt("repeats")));
                }
            }
        }
        return all;
    }

    private static Measure.Key key(ResultSet row) throws SQLException {
        return new Measure.Key(
                row.getString("experiment"),
                row.getString("transport"),
                row.getString("bank"),
                row.getString("scenario"),
                row.getString("subject"),
                row.getInt("clients"),
                row.getString("step"));
    }

    /** What was measured, with its raw times and what processes have spent. */
    public void add(int run, Measure measure, Recording raw, Spent spent) throws SQLException {
        String sql = "INSERT INTO measure (run, experiment, transport, bank, scenario, subject, clients, step, repeat,"
                + " iterations, count, mean_us, low_us, high_us, median_us, p99_us, deviation_us, trend, per_second, bytes, packets, is_noisy,"
                + " histogram) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        Measure.Key key = measure.key();
        Distribution time = measure.time();
        int id;
        try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(
                    insert,
                    row(
                            run,
                            key,
                            key.step(),
                            measure.repeat(),
                            measure.iterations(),
                            time.count(),
                            time.mean(),
                            time.low(),
                            time.high(),
                            time.median(),
                            time.p99(),
                            time.deviation(),
                            time.trend(),
                            measure.perSecond(),
                            measure.bytes(),
                            measure.packets(),
                            measure.isNoisy(),
                            encoded(raw.nanos())));
            id = inserted(insert);
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO cost VALUES (?, ?, ?, ?)")) {
            for (Cost each : spent.costs()) {
                bind(insert, id, each.role(), each.cpuNanos() / 1e3, each.memoryBytes());
                insert.executeUpdate();
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO phase VALUES (?, ?, ?, ?, ?)")) {
            for (PhaseTime each : spent.phases()) {
                bind(insert, id, each.role(), each.phase().name(), each.times(), each.nanos() / 1e3);
                insert.executeUpdate();
            }
        }
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Arrays.copyOf(bytes.array(), length);
    }

    /** A run has measured all that it wanted. */
    public void complete(int run) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE run SET is_complete = TRUE WHERE id = ?")) {
            update.setInt(1, run);
            update.executeUpdate();
        }
    }

    /** All measures of a run, in their order. */
    public List<Measure> measures(int run) throws SQLException {
        List<Measure> all = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT * FROM measure WHERE run = ? ORDER BY id")) {
            select.setInt(1, run);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    all.add(read(rows));
                }
            }
        }
        return all;
    }

    private static Measure read(ResultSet row) throws SQLException {
        return new Measure(
                key(row),
                row.getInt("repeat"),
                row.getInt("iterations"),
                new Distribution(
                        row.getLong("count"),
                        row.getDouble("mean_us"),
                        number(row, "low_us"),
                        number(row, "high_us"),
                        row.getDouble("median_us"),
                        row.getDouble("p99_us"),
                        row.getDouble("deviation_us"),
                        row.getDouble("trend")),
                row.getDouble("per_second"),
                number(row, "bytes"),
                number(row, "packets"),
                row.getBoolean("is_noisy"));
    }

    /**
     * What the processes of a role have cost while something was measured.
     *
     * @param cpuMicros of an iteration
     */
    public record StoredCost(Measure.Key key, String role, double cpuMicros, long memoryBytes) {}

    /** All costs of a run, once for all steps of an iteration. */
    public List<StoredCost> costs(int run) throws SQLException {
        return spent(
                run,
                "cost",
                row -> new StoredCost(
                        key(row), row.getString("role"), row.getDouble("cpu_us"), row.getLong("memory_bytes")));
    }

    /**
     * How long servers were in a phase of the end of transactions while something was measured.
     *
     * @param micros of an iteration, on average: of all times together that it was in it
     */
    public record StoredPhase(Measure.Key key, String role, Phase phase, double micros) {}

    /** All phases of a run, once for all steps of an iteration. */
    public List<StoredPhase> phases(int run) throws SQLException {
        return spent(
                run,
                "phase",
                row -> new StoredPhase(
                        key(row),
                        row.getString("role"),
                        Phase.valueOf(row.getString("phase")),
                        row.getDouble("times") * row.getDouble("phase_us")));
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> spent(int run, String table, Reader<T> reader) throws SQLException {
        List<T> all = new ArrayList<>();
        String sql = "SELECT measure.*, spent.* FROM measure JOIN " + table + " AS spent ON spent.measure = measure.id"
                + " WHERE run = ? AND step IN ('call', 'total') ORDER BY measure.id, role";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, run);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
        }
        return all;
    }

    private static double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
