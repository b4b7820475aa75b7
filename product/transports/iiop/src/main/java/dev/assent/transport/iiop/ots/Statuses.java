package dev.assent.transport.iiop.ots;

import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import org.omg.CosTransactions.Status;

/** What a transaction does, as a Status; docs/design/ots.md has the table. Pure functions. */
public final class Statuses {
    private Statuses() {}

    /** Of a transaction that this process knows. */
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

    /** Of one that has ended, for those that only look on. */
    public static Status of(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED, HEURISTIC_COMMIT -> Status.StatusCommitted;
            case ROLLED_BACK, HEURISTIC_ROLLBACK -> Status.StatusRolledBack;
            case HEURISTIC_MIXED, HEURISTIC_HAZARD, UNKNOWN, PENDING, PREPARED -> Status.StatusUnknown;
        };
    }

    /** The answer to a subordinate that asks. */
    public static Status of(Decision decision) {
        return switch (decision) {
            case COMMIT -> Status.StatusCommitted;
            case ROLLBACK -> Status.StatusRolledBack;
            case UNDECIDED -> Status.StatusPrepared;
        };
    }

    /**
     * What a superior that answers with this status has decided. From number 6 on, makers disagree: by the standard
     * these are NoTransaction, Preparing, Committing and RollingBack; in Narayana, whose IDL is older, they are
     * Preparing, Committing, RollingBack and NoTransaction. So this trusts only a number that means the same to both: 9
     * is a transaction that rolls back or does not exist, which is the same by presumed abort. For the other three the
     * subordinate asks again later.
     */
    public static Decision decision(Status status) {
        return switch (status.value()) {
            case Status._StatusCommitted -> Decision.COMMIT;
            case Status._StatusRolledBack, Status._StatusMarkedRollback, Status._StatusRollingBack -> Decision.ROLLBACK;
            default -> Decision.UNDECIDED;
        };
    }
}
