package dev.assent.core.commit;

import static dev.assent.core.commit.CommitProtocol.impossible;

/**
 * Two-phase commit with presumed abort (Mohan, Lindsay, Obermarck 1986; X/Open DTP, section 2.3.3).
 *
 * <p>Forced writes of the coordinator: none for no participant, one participant, all read-only, or any rollback; one
 * for a commit with a prepared participant (law 4: one forced record a commit). The end record is lazy.
 */
public final class PresumedAbort implements CommitProtocol {
    /** The only instance. */
    public static final PresumedAbort INSTANCE = new PresumedAbort();

    /** As many as fit into a decision record with the longest names. */
    private static final int PARTICIPANTS_MAX = 500;

    private PresumedAbort() {}

    @Override
    public String name() {
        return "presumed-abort";
    }

    @Override
    public int participantsMax() {
        return PARTICIPANTS_MAX;
    }

    @Override
    public CommitProtocol withLastResource() {
        return LastResource.INSTANCE;
    }

    @Override
    public Step next(Step step, Event event) {
        return switch (step) {
            case ACTIVE ->
                switch (event) {
                    case COMMIT_NONE -> Step.COMMITTED;
                    case COMMIT_ONE -> Step.ONE_PHASE;
                    case COMMIT_MANY -> Step.PREPARING;
                    case ROLLBACK -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case PREPARING ->
                switch (event) {
                    case ALL_READ_ONLY -> Step.COMMITTED;
                    case AGREED -> Step.DECIDING;
                    case REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case ONE_PHASE ->
                switch (event) {
                    case ALL_DONE -> Step.COMMITTED;
                    case REFUSED -> Step.ROLLED_BACK;
                    case UNREACHABLE -> Step.ROLLING_BACK;
                    case HEURISTIC -> Step.RECORDING_COMMIT;
                    default -> throw impossible(step, event);
                };
            case DECIDING ->
                switch (event) {
                    case DURABLE -> Step.COMMITTING;
                    case UNDURABLE -> Step.UNKNOWN;
                    case LOG_REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case COMMITTING -> finishing(step, event, Step.COMMITTED, Step.COMMIT_PARKED, Step.RECORDING_COMMIT);
            case ROLLING_BACK ->
                finishing(step, event, Step.ROLLED_BACK, Step.ROLLBACK_PARKED, Step.RECORDING_ROLLBACK);
            case RECORDING_COMMIT -> recorded(step, event, Step.COMMIT_PARKED);
            case RECORDING_ROLLBACK -> recorded(step, event, Step.ROLLBACK_PARKED);
            case COMMIT_PARKED -> retry(step, event, Step.COMMITTING);
            case ROLLBACK_PARKED -> retry(step, event, Step.ROLLING_BACK);
            case ANNOUNCING, ASKING_LAST, DECIDING_ROLLBACK, IN_DOUBT -> throw impossible(step, event);
            case RECORDING_PREPARED, PREPARED, OBEYING, RECORDING_WORD -> throw impossible(step, event);
            case COMMITTED, ROLLED_BACK, HEURISTIC, UNKNOWN -> throw impossible(step, event);
        };
    }

    private static Step finishing(Step step, Event event, Step done, Step parked, Step recording) {
        return switch (event) {
            case ALL_DONE -> done;
            case UNREACHABLE -> parked;
            case HEURISTIC -> recording;
            case KEPT -> Step.HEURISTIC;
            default -> throw impossible(step, event);
        };
    }

    private static Step recorded(Step step, Event event, Step parked) {
        return switch (event) {
            case DURABLE -> parked;
            case KEPT -> Step.HEURISTIC;
            case UNDURABLE, LOG_REFUSED -> Step.UNKNOWN;
            default -> throw impossible(step, event);
        };
    }

    private static Step retry(Step step, Event event, Step again) {
        return switch (event) {
            case RETRY -> again;
            default -> throw impossible(step, event);
        };
    }
}
