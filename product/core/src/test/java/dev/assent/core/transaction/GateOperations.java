package dev.assent.core.transaction;

import org.jetbrains.lincheck.datastructures.Operation;

/** The operations of a timer, an application and its commit on a gate (law 20: timeout or decision, one wins). */
public class GateOperations {
    private final Gate gate = new Plain();

    /** A gate without an engine. */
    private static final class Plain extends Gate {
        @Override
        public boolean leave() {
            return open();
        }

        @Override
        void leaveAtOnce() {
            leave();
        }

        @Override
        void pause() {
            Thread.yield();
        }

        @Override
        void failed(Throwable bug) {
            throw new IllegalStateException(bug);
        }
    }

    /** Whether the timer must start the rollback. */
    @Operation
    public boolean expire() {
        return gate.expire();
    }

    /** Whether the commit owns the transaction now. */
    @Operation
    public boolean prepare() {
        return gate.closeAtOnce(Gate.PREPARING);
    }

    /** Whether this call decides the transaction. */
    @Operation
    public boolean decide() {
        return gate.move(Gate.PREPARING, Gate.DECIDED);
    }

    /** Whether this call rolls the transaction back. */
    @Operation
    public boolean rollBack() {
        return gate.closeAtOnce(Gate.CLOSED);
    }

    @Operation
    public boolean isTimedOut() {
        return gate.isTimedOut();
    }
}
