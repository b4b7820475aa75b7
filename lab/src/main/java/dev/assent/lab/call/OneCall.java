package dev.assent.lab.call;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Claim: an object of the same process is called through its proxy for little more than without one.
 *
 * <p>Method: call a method that adds one, and that is not inlined, again and again, on a node with a log in memory.
 * A thousand calls are timed together, since the clock costs more than a plain call. Where the caller has a
 * transaction, it has the same one for a second.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class OneCall {
    /** How many calls are timed together. */
    static final int CALLS = 1000;

    /** How the object is called. */
    @Param({"PLAIN", "OUTSIDE", "INSIDE", "OWN", "BY_VALUE"})
    public Way way;

    private ConnectedNode node;
    private Adder adder;

    /** A node with one object. */
    @Setup
    public void open() {
        AssentConfig core =
                AssentConfig.defaults().with(Setting.LOG, "memory").with(Setting.TRANSACTION_TIMEOUT_SECONDS, 0);
        node = ConnectedNode.open(core, RemoteConfig.defaults());
        adder = way.connect(node);
    }

    /** Leaves nothing behind. */
    @TearDown
    public void close() {
        node.close();
    }

    /** The transaction of a thread, if it is to have one. */
    @State(Scope.Thread)
    public static class Caller {
        private long number;

        /** Begins it. */
        @Setup(Level.Iteration)
        public void begin(OneCall call) throws Exception {
            if (call.way.hasTransaction()) {
                manager(call).begin();
            }
        }

        /** Ends it. */
        @TearDown(Level.Iteration)
        public void end(OneCall call) throws Exception {
            if (call.way.hasTransaction()) {
                manager(call).rollback();
            }
        }

        private static TransactionManager manager(OneCall call) {
            return call.node.assent().transactionManager();
        }
    }

    /** Calls that are timed together; each waits for the one before. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long call(Caller caller) {
        long number = caller.number;
        for (int i = 0; i < CALLS; i++) {
            number = adder.next(number);
        }
        caller.number = number;
        return number;
    }
}
