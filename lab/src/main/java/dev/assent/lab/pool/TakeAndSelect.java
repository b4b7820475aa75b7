package dev.assent.lab.pool;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of a pool in proportion: takes a connection, runs {@code select 1} on PostgreSQL, and closes it; beside the
 * statement alone on a connection that each thread keeps.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class TakeAndSelect {
    /** Whose connections. */
    @Param({"BARE", "AGROAL", "HIKARI", "ASSENT"})
    public Subject subject;

    /** The URL of PostgreSQL. */
    @Param("")
    public String url;

    private Subject.Source source;

    /** Opens the pool. */
    @Setup
    public void open() throws SQLException {
        source = subject.open(url);
    }

    /** Leaves nothing behind. */
    @TearDown
    public void close() throws SQLException {
        source.close();
    }

    /** The connection of one thread. */
    @State(Scope.Thread)
    public static class Kept {
        private Subject.Source own;

        /** A bare connection for each thread; pools are shared. */
        @Setup
        public void open(TakeAndSelect shared) throws SQLException {
            own = shared.subject == Subject.BARE ? Subject.BARE.open(shared.url) : shared.source;
        }

        /** Leaves nothing behind. */
        @TearDown
        public void close(TakeAndSelect shared) throws SQLException {
            if (own != shared.source) {
                own.close();
            }
        }
    }

    /** One connection and one statement. */
    @Benchmark
    public int takeAndSelect(Kept kept) throws SQLException {
        Connection connection = kept.own.take();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select 1")) {
            rows.next();
            return rows.getInt(1);
        } finally {
            if (subject != Subject.BARE) {
                connection.close();
            }
        }
    }
}
