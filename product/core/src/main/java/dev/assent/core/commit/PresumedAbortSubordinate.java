package dev.assent.core.commit;

import static dev.assent.core.commit.CommitProtocol.impossible;

/**
 * Two-phase commit with presumed abort, for a subordinate: its superior decides (Mohan, Lindsay, Obermarck 1986,
 * section 3; laws 18 and 19).
 *
 * <p>Forced writes of the subordinate: one for the vote "prepared", and otherwise none. It forces one more if its
 * superior decides to commit and some participant can't be reached, so that it may acknowledge all the same. The end
 * record is lazy.
 *
 * <p>If the superior asks for a commit without phase one, the subordinate decides by itself, under {@link
 * PresumedAbort}.
 */
public final class PresumedAbortSubordinate implements CommitProtocol {
    /** The only instance. */
    public static final PresumedAbortSubordinate INSTANCE = new PresumedAbortSubordinate();

    private PresumedAbortSubordinate() {}

    @Override
    public String name() {
        return "presumed-abort-subordinate";
    }

    @Override
    public int participantsMax() {
        return PresumedAbort.INSTANCE.participantsMax();
    }

    /** Itself: a subordinate may not have a last resource. */
    @Override
    public CommitProtocol withLastResource() {
        return this;
    }

    @Override
    public Step next(Step step, Event event) {
        return switch (step) {
            case ACTIVE ->
                switch (event) {
                    case PREPARE -> Step.PREPARING;
                    default -> PresumedAbort.INSTANCE.next(step, event);
                };
            case PREPARING ->
                switch (event) {
                    case ALL_READ_ONLY -> Step.COMMITTED;
                    case AGREED -> Step.RECORDING_PREPARED;
                    case REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case RECORDING_PREPARED ->
                switch (event) {
                    case DURABLE -> Step.PREPARED;
                    case UNDURABLE -> Step.UNKNOWN;
                    case LOG_REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case PREPARED ->
                switch (event) {
                    case TOLD_COMMIT -> Step.OBEYING;
                    case ROLLBACK -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case OBEYING ->
                switch (event) {
                    case ALL_DONE -> Step.COMMITTED;
                    case UNREACHABLE -> Step.RECORDING_WORD;
                    case HEURISTIC -> Step.RECORDING_COMMIT;
                    case KEPT -> Step.HEURISTIC;
                    default -> throw impossible(step, event);
                };
            case RECORDING_WORD ->
                switch (event) {
                    case DURABLE -> Step.COMMIT_PARKED;
                    case UNDURABLE -> Step.UNKNOWN;
                    case LOG_REFUSED -> Step.PREPARED; // the superior repeats its decision
                    default -> throw impossible(step, event);
                };
            default -> PresumedAbort.INSTANCE.next(step, event);
        };
    }
}
