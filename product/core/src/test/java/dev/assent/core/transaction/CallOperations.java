package dev.assent.core.transaction;

import org.jetbrains.lincheck.datastructures.Operation;

/** Calls and a commit: no call that is admitted sees the commit, and while one is under way nothing commits (law 16). */
public class CallOperations {
    private final Gate gate = new PlainGate();
    private volatile boolean isCommitted;

    /** Whether a call was admitted, and whether the transaction was committed meanwhile. */
    @Operation
    public String call() {
        if (gate.beginCall() != Admission.ADMITTED) {
            return "refused";
        }
        boolean isLate = isCommitted;
        gate.endCall();
        return isLate ? "late" : "in time";
    }

    /** Commits if no call is under way. */
    @Operation
    public void commit() {
        if (gate.closeAtOnce(Gate.PREPARING) && gate.calls() == 0) {
            isCommitted = true;
        }
    }

    /** The time is over. */
    @Operation
    public void expire() {
        gate.expire();
    }
}
