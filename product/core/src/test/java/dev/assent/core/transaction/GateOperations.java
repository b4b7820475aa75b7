package dev.assent.core.transaction;

import org.jetbrains.lincheck.datastructures.Operation;

/** The operations of a timer, an application and its commit on a gate (law 20: timeout or decision, one wins). */
public class GateOperations {
    private final Gate gate = new PlainGate();

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
