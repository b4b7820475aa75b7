package dev.assent.lab.commit;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.lab.TemporaryFolder;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
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
 * Claim: the transaction manager adds little to its one forced write.
 *
 * <p>Method: begin, enlist and delist two resources that do nothing, commit in two phases; with a log
 * in memory it is the manager's own work, with a log in a folder it includes one forced record.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class TwoResourceCommit {
    /** Where the decision log is kept. */
    @Param({"memory", "file"})
    public String log = "memory";

    /** The metrics that the node counts meanwhile. */
    @Param({"off", "counts", "sampled", "all"})
    public String metrics = "sampled";

    private Assent assent;
    private TransactionManager manager;
    private TemporaryFolder folder;

    /** A node with two resources. */
    @Setup
    public void open() throws IOException {
        folder = Workbench.temporaryFolder();
        assent = Assent.builder()
                .with(Setting.LOG, log)
                .with(Setting.LOG_FOLDER, folder.path())
                .with(Setting.METRICS, metrics)
                .with(Setting.DISPATCH, "inline")
                .open();
        assent.register(new NoOpResource("left"));
        assent.register(new NoOpResource("right"));
        manager = assent.transactionManager();
    }

    /** Leaves nothing behind. */
    @TearDown
    public void close() throws IOException {
        assent.close();
        folder.close();
    }

    /** The connections of one thread. */
    @State(Scope.Thread)
    public static class Connections {
        final XAResource left = new NoOpResource.Branch("left");
        final XAResource right = new NoOpResource.Branch("right");
    }

    /** One transaction. */
    @Benchmark
    public void commit(Connections connections) throws Exception {
        manager.begin();
        Transaction transaction = manager.getTransaction();
        transaction.enlistResource(connections.left);
        transaction.enlistResource(connections.right);
        transaction.delistResource(connections.left, XAResource.TMSUCCESS);
        transaction.delistResource(connections.right, XAResource.TMSUCCESS);
        manager.commit();
    }
}
