package dev.assent.core;

import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.observe.Notices;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Descriptions;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A layer above core that lives with a node. It reads its own records in the log, brings work from other processes, and
 * is called when the node's state changes.
 *
 * <pre>
 *   made --the log is read, by its descriptions--> ready --> stopped --nothing is under way, or time is up--> closed
 * </pre>
 *
 * If a node is opened for an operator, it reads its log with the descriptions, ticks, and closes; its layer never
 * becomes ready.
 *
 * <p>Thread safety: the node's timer calls {@link #tick}, the thread that opens or closes the node calls the rest.
 */
public interface NodeLayer {
    /** No layer. */
    NodeLayer NONE = new NodeLayer() {
        @Override
        public Descriptions descriptions() {
            return Descriptions.NONE;
        }

        @Override
        public void ready() {}

        @Override
        public void tick() {}

        @Override
        public void stop() {}

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void close() {}
    };

    /** Makes the layer of a node whose log is not read yet. */
    @FunctionalInterface
    interface Factory {
        /** Makes it, and starts nothing. */
        NodeLayer make(Parts parts);
    }

    /**
     * The parts of a node that a layer above it uses.
     *
     * @param coordinator begins and knows transactions
     * @param recovery finishes unfinished transactions
     * @param inflow where transactions of superiors come in
     * @param manager associates threads with transactions
     * @param workers run work that may block; may refuse
     * @param waiters make a waiter for the calling thread
     * @param chance gives 64 bits that nobody can guess
     * @param notices get messages for operators
     */
    record Parts(
            Coordinator coordinator,
            Recovery recovery,
            JtaInflow inflow,
            NodeTransactionManager manager,
            Executor workers,
            Supplier<Waiter> waiters,
            LongSupplier chance,
            Notices notices) {}

    /** Reads the layer's own records in the log. Called once, before anything else. */
    Descriptions descriptions();

    /**
     * The log is read, so the layer may now answer that it does not know a transaction (law 17: no answer before the
     * log is read).
     */
    void ready();

    /**
     * Called by a timer, some times a second, until the layer has closed; must not block. If it throws, operators get a
     * message, and the timer's other tasks still run.
     */
    void tick();

    /**
     * The node is being closed: the layer takes no more work, but still answers requests about transactions under way.
     */
    void stop();

    /** Whether no work from other processes is under way. */
    boolean isIdle();

    /**
     * Answers no more requests, and releases everything it holds. Transactions are over by now, or could not be ended.
     */
    void close();
}
