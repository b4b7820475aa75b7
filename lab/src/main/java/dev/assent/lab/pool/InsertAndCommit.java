package dev.assent.lab.pool;

import java.sql.Connection;
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
 * The cost of asking PostgreSQL for a transaction's number before its one-phase commit. By that number Assent can ask
 * for the outcome when the answer is lost. Each iteration begins, takes a connection, inserts a row, closes, and
 * commits: with that question and without it, beside a bare connection that each thread keeps.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class InsertAndCommit {
    /** Makes the table. */
    static final String TABLE = "create table pool_cost (id int)";

    /** Whose connections. */
    @Param({"BARE", "ASSENT", "ASSENT_UNASKED"})
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
        public void open(InsertAndCommit shared) throws SQLException {
            own = shared.source;
            if (shared.subject == Subject.BARE) {
                own = Subject.BARE.open(shared.url);
                own.take().setAutoCommit(false);
            }
        }

        /** Leaves nothing behind. */
        @TearDown
        public void close(InsertAndCommit shared) throws SQLException {
            if (own != shared.source) {
                own.close();
            }
        }
    }

    /** One transaction. */
    @Benchmark
    public int insertAndCommit(Kept kept) throws Exception {
        kept.own.begin();
        Connection connection = kept.own.take();
        int count;
        try (Statement statement = connection.createStatement()) {
            count = statement.executeUpdate("insert into pool_cost values (1)");
        } finally {
            if (subject != Subject.BARE) {
                connection.close();
            }
        }
        kept.own.commit(connection);
        return count;
    }
}
