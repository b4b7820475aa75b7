package dev.assent.lab.result;

import dev.assent.lab.role.Cost;
import dev.assent.lab.role.PhaseTime;
import dev.assent.lab.role.Spent;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The tables of the measures, and of the cost of processes meanwhile. Used by one thread. */
record MeasureRows(Connection connection) {
    private static final String INSERT =
            "INSERT INTO measure (run, experiment, transport, database, scenario, subject, clients,"
                    + " step, repeat, iterations, count, mean_us, low_us, high_us, median_us, p99_us, deviation_us, trend, trend_max,"
                    + " per_second, bytes, packets, is_exact, others, is_noisy, histogram)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** Inserts all steps of a subject. The cost of processes is that of all steps, so it stands with the last one. */
    void insert(int run, List<RecordedMeasure> steps, Spent spent) throws SQLException {
        int last = 0;
        for (RecordedMeasure each : steps) {
            last = insert(run, each);
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO cost VALUES (?, ?, ?, ?)")) {
            for (Cost each : spent.costs()) {
                Columns.bind(insert, last, each.role(), each.cpuNanos() / 1e3, each.memoryBytes());
                insert.executeUpdate();
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO phase VALUES (?, ?, ?, ?, ?)")) {
            for (PhaseTime each : spent.phases()) {
                Columns.bind(insert, last, each.role(), each.phase(), each.times(), each.nanos() / 1e3);
                insert.executeUpdate();
            }
        }
    }

    private int insert(int run, RecordedMeasure step) throws SQLException {
        Measure measure = step.measure();
        Distribution time = measure.time();
        try (PreparedStatement insert = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
            Columns.bind(
                    insert,
                    Columns.row(
                            run,
                            measure.key(),
                            measure.key().step(),
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
                            time.trendMax(),
                            measure.perSecond(),
                            measure.bytes(),
                            measure.packets(),
                            measure.isExact(),
                            measure.others(),
                            measure.isNoisy(),
                            encoded(step.raw().nanos())));
            return Columns.inserted(insert);
        }
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Arrays.copyOf(bytes.array(), length);
    }

    /** All of a run, in their order. */
    List<Measure> all(int run) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT * FROM measure WHERE run = ? ORDER BY id")) {
            return Columns.all(select, run, MeasureRows::read);
        }
    }

    private static Measure read(ResultSet row) throws SQLException {
        return new Measure(
                Columns.key(row),
                row.getInt("repeat"),
                row.getInt("iterations"),
                new Distribution(
                        row.getLong("count"),
                        row.getDouble("mean_us"),
                        Columns.number(row, "low_us"),
                        Columns.number(row, "high_us"),
                        row.getDouble("median_us"),
                        row.getDouble("p99_us"),
                        row.getDouble("deviation_us"),
                        row.getDouble("trend"),
                        row.getDouble("trend_max")),
                row.getDouble("per_second"),
                Columns.number(row, "bytes"),
                Columns.number(row, "packets"),
                row.getBoolean("is_exact"),
                Columns.number(row, "others"));
    }

    List<StoredCost> costs(int run) throws SQLException {
        return spent(
                run,
                "cost",
                row -> new StoredCost(
                        Columns.key(row),
                        row.getInt("repeat"),
                        row.getString("role"),
                        row.getDouble("cpu_us"),
                        row.getLong("memory_bytes")));
    }

    List<StoredPhase> phases(int run) throws SQLException {
        return spent(
                run,
                "phase",
                row -> new StoredPhase(
                        Columns.key(row),
                        row.getInt("repeat"),
                        row.getString("role"),
                        row.getString("phase"),
                        row.getDouble("times") * row.getDouble("phase_us")));
    }

    private <T> List<T> spent(int run, String table, Columns.Reader<T> reader) throws SQLException {
        String sql = "SELECT measure.*, spent.* FROM measure JOIN " + table + " AS spent ON spent.measure = measure.id"
                + " WHERE run = ? ORDER BY measure.id, role";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            return Columns.all(select, run, reader);
        }
    }
}
