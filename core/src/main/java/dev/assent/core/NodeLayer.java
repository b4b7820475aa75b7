package dev.assent.core;

import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.observe.Notices;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Descriptions;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is built above core and lives with a node: it reads what is its own in the log, brings work from elsewhere, and
 * hears of the node's life.
 *
 * <pre>
 *   made --the log is read, by its descriptions--> ready --> stopped --nothing is under way, or time is up--> closed
 * </pre>
 *
 * A node that is opened for an operator reads its log by the descriptions, ticks, and closes; its layer never becomes
 * ready.
 *
 * <p>Thread safety: {@link #tick} comes from the node's timer, the rest from who opens and closes the node.
 */
public interface NodeLayer {
    /** Nothing. */
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
        /** Makes it; begins nothing. */
        NodeLayer make(Parts parts);
    }

    /**
     * What a node is made of, for what is built above it.
     *
     * @param coordinator begins and knows transactions
     * @param recovery finishes what is not finished
     * @param inflow where transactions of superiors come in
     * @param manager ties threads to transactions
     * @param workers run what may block; may refuse
     * @param waiters make something to wait with for the calling thread
     * @param chance gives 64 bits that nobody can guess
     * @param notices are told what operators should read
     */
    record Parts(
            Coordinator coordinator,
            Recovery recovery,
            JtaInflow inflow,
            JtaTransactionManager manager,
            Executor workers,
            Supplier<Waiter> waiters,
            LongSupplier chance,
            Notices notices) {}

    /** Reads what is its own in the log. Asked once, before anything else. */
    Descriptions descriptions();

    /** The log is read, so that what is unknown is known to be (law 17). */
    void ready();

    /**
     * Called by a timer, some times a second; does not block. What it throws is told to operators, and keeps nothing else that
     * the timer does.
     */
    void tick();

    /** The node is being closed: no more work is taken, requests about what is under way are answered still. */
    void stop();

    /** Whether none of the work that was brought from elsewhere is under way. */
    boolean isIdle();

    /** Answers nobody any more, and gives back all it holds. Transactions are over by now, or could not be ended. */
    void close();
}
