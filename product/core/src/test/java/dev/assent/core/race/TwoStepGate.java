package dev.assent.core.race;

import org.jetbrains.lincheck.datastructures.Operation;

/** Like {@code GateOperations}, but looks at the gate first and moves it afterwards. */
public class TwoStepGate {
    private static final int OPEN = 0;
    private static final int PREPARING = 1;
    private static final int DECIDED = 2;
    private static final int EXPIRED = 3;
    private static final int OVERDUE = 4;

    private volatile int state = OPEN;

    private boolean move(int from, int to) {
        if (state != from) {
            return false;
        }
        state = to;
        return true;
    }

    @Operation
    public boolean expire() {
        boolean isTimers = move(OPEN, EXPIRED);
        if (!isTimers) {
            move(PREPARING, OVERDUE);
        }
        return isTimers;
    }

    @Operation
    public boolean prepare() {
        return move(OPEN, PREPARING);
    }

    @Operation
    public boolean decide() {
        return move(PREPARING, DECIDED);
    }

    @Operation
    public boolean isExpired() {
        return state >= EXPIRED;
    }
}
