package dev.assent.transport.iiop.ots;

import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import org.omg.CosTransactions.Status;

/** What a transaction is doing, as a Status; docs/design/ots.md has the table. Pure functions. */
public final class Statuses {
    private Statuses() {}

    /** Of a transaction that is known here. */
    public static Status of(Response.Seen seen) {
        return switch (seen.step()) {
            case ACTIVE -> seen.isMarked() ? Status.StatusMarkedRollback : Status.StatusActive;
            case PREPARING, ANNOUNCING -> Status.StatusPreparing;
            case RECORDING_PREPARED, PREPARED, DECIDING -> Status.StatusPrepared;
            case ONE_PHASE, COMMITTING, OBEYING, RECORDING_WORD, COMMIT_PARKED, RECORDING_COMMIT ->
                Status.StatusCommitting;
            case ROLLING_BACK, ROLLBACK_PARKED, RECORDING_ROLLBACK, DECIDING_ROLLBACK -> Status.StatusRollingBack;
            case COMMITTED -> Status.StatusCommitted;
            case ROLLED_BACK -> Status.StatusRolledBack;
            case HEURISTIC -> seen.isCommitting() ? Status.StatusCommitted : Status.StatusRolledBack;
            case ASKING_LAST, IN_DOUBT, UNKNOWN -> Status.StatusUnknown;
        };
    }

    /** Of one that is over, as those are told who look on. */
    public static Status of(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED, HEURISTIC_COMMIT -> Status.StatusCommitted;
            case ROLLED_BACK, HEURISTIC_ROLLBACK -> Status.StatusRolledBack;
            case HEURISTIC_MIXED, HEURISTIC_HAZARD, UNKNOWN, PENDING, PREPARED -> Status.StatusUnknown;
        };
    }

    /** What a subordinate that asks is told. */
    public static Status of(Decision decision) {
        return switch (decision) {
            case COMMIT -> Status.StatusCommitted;
            case ROLLBACK -> Status.StatusRolledBack;
            case UNDECIDED -> Status.StatusPrepared;
        };
    }

    /**
     * What a superior has decided that says this. From number 6 on makes do not agree: by the standard these are
     * NoTransaction, Preparing, Committing and RollingBack, and Narayana, whose IDL is older, has Preparing, Committing,
     * RollingBack and NoTransaction. So only what means the same to both is taken at its word: 9 is a transaction that rolls
     * back, or is not there, which is the same by presumed abort; the other three are asked again, until it is over.
     */
    public static Decision decision(Status status) {
        return switch (status.value()) {
            case Status._StatusCommitted -> Decision.COMMIT;
            case Status._StatusRolledBack, Status._StatusMarkedRollback, Status._StatusRollingBack -> Decision.ROLLBACK;
            default -> Decision.UNDECIDED;
        };
    }
}
