package dev.assent.lab.result;

import dev.assent.lab.role.Spent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * The results of all runs, in an embedded database in a folder: a row for each measure, so that anyone can ask their
 * own question. A run and its plan become durable together, and so do all measures of a subject. If a run is killed, it
 * leaves each subject's measures whole or not at all.
 *
 * <p>Thread safety: one thread; a folder is of one process at a time.
 */
public final class Store implements AutoCloseable {
    private static final String NAME = "lab";

    private final Connection connection;
    private final RunRows runs;
    private final MeasureRows measures;

    private Store(Connection connection) {
        this.connection = connection;
        this.runs = new RunRows(connection);
        this.measures = new MeasureRows(connection);
    }

    /** Whether there are results in a folder. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NAME + ".mv.db"));
    }

    /**
     * Opens the results in a folder, which are made when there are none.
     *
     * @throws SQLException also when another process has them open
     * @throws IllegalArgumentException when another version of the lab has made them
     */
    public static Store open(Path folder) throws SQLException {
        String file = folder.toAbsolutePath().resolve(NAME).toString();
        // Code that still writes while the process ends, after Ctrl-C, closes it itself.
        Connection connection = DriverManager.getConnection(
                "jdbc:h2:file:" + file + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0");
        try {
            Schema.make(connection, folder);
            return new Store(connection);
        } catch (SQLException | RuntimeException refused) {
            connection.close();
            throw refused;
        }
    }

    /** The database itself, for any question. */
    public Connection connection() {
        return connection;
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    /** All of it or nothing, also when this process is killed. */
    private <T> T atOnce(Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.run();
            connection.commit();
            return result;
        } finally {
            // of nothing, when all was committed
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** The numbers of all runs, in their order. */
    public List<Integer> runs() throws SQLException {
        return runs.numbers();
    }

    /** One of them. */
    public StoredRun run(int number) throws SQLException {
        return runs.find(number);
    }

    /**
     * A run begins.
     *
     * @param plan its planned measures
     * @return its number
     */
    public int begin(RunHeader header, List<Measure.Planned> plan) throws SQLException {
        return atOnce(() -> runs.insert(header, plan));
    }

    /** The planned measures of a run, in their planned order. */
    public List<Measure.Planned> planned(int run) throws SQLException {
        return runs.planned(run);
    }

    /** A run uses a database, which calls itself so. */
    public void addDatabase(int run, String version) throws SQLException {
        runs.addDatabase(run, version);
    }

    /** Adds the measures of a subject: all of its steps, in their order, and the cost of them in each process. */
    public void add(int run, List<RecordedMeasure> steps, Spent spent) throws SQLException {
        atOnce(() -> {
            measures.insert(run, steps, spent);
            return steps.size();
        });
    }

    /** Something could not be measured. */
    public void addFailure(int run, StoredFailure failure) throws SQLException {
        runs.addFailure(run, failure);
    }

    /** The failures of a run, in the order of the attempts. */
    public List<StoredFailure> failures(int run) throws SQLException {
        return runs.failures(run);
    }

    /** A run has measured all that it wanted. */
    public void complete(int run) throws SQLException {
        runs.complete(run);
    }

    /** All measures of a run, in their order. */
    public List<Measure> measures(int run) throws SQLException {
        return measures.all(run);
    }

    /** All costs of a run, once for all steps of an iteration. */
    public List<StoredCost> costs(int run) throws SQLException {
        return measures.costs(run);
    }

    /** All phases of a run, once for all steps of an iteration. */
    public List<StoredPhase> phases(int run) throws SQLException {
        return measures.phases(run);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
