package dev.assent.lab.pool;

import java.sql.Connection;
import java.sql.SQLException;
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
 * Claim: that a pool knows about transactions costs next to nothing.
 *
 * <p>Method: take a connection and close it, nothing else. With a driver that does nothing it is the pool's own work;
 * with PostgreSQL's it includes the pool's calls of a real driver, but no round trip.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class TakeAndClose {
    /** Whose connections. */
    @Param({"AGROAL", "HIKARI", "ASSENT"})
    public Subject subject;

    /** The URL of PostgreSQL; empty for the driver that does nothing. */
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

    /** One connection. */
    @Benchmark
    public Connection takeAndClose() throws SQLException {
        Connection connection = source.take();
        connection.close();
        return connection;
    }
}
