package dev.assent.core.transaction;

import org.jetbrains.lincheck.datastructures.Operation;

/** What a timer, an application and its commit do with a gate (law 20). */
public class GateOperations {
    private final Gate gate = new Plain();

    /** A gate with nothing behind it. */
    private static final class Plain extends Gate {
        @Override
        public boolean leave() {
            return move(BUSY, OPEN) || !move(BUSY_EXPIRED, EXPIRED);
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

    /** Whether the timer must see to the rollback. */
    @Operation
    public boolean expire() {
        return gate.expire();
    }

    /** Whether the commit has it now. */
    @Operation
    public boolean prepare() {
        return gate.closeAtOnce(Gate.PREPARING);
    }

    /** Whether it is decided by this. */
    @Operation
    public boolean decide() {
        return gate.move(Gate.PREPARING, Gate.DECIDED);
    }

    /** Whether it is rolled back by this. */
    @Operation
    public boolean rollBack() {
        return gate.closeAtOnce(Gate.CLOSED);
    }

    @Operation
    public boolean isExpired() {
        return gate.isExpired();
    }
}
