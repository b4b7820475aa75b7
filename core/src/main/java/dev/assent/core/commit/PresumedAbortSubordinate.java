package dev.assent.core.commit;

import static dev.assent.core.commit.CommitProtocol.impossible;

/**
 * Two-phase commit with presumed abort, as a subordinate: somebody else decides (Mohan, Lindsay, Obermarck 1986,
 * section 3; laws 18 and 19).
 *
 * <p>Forced writes of the subordinate: one when it votes that it is prepared, none else; one more when it is told
 * to commit and can't reach some participant, so that it may answer all the same. The end record is lazy.
 *
 * <p>A subordinate that is told to commit without phase one decides by itself, under {@link PresumedAbort}.
 */
public final class PresumedAbortSubordinate implements CommitProtocol {
    /** The only instance that is ever needed. */
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

    /** Itself: a subordinate takes no last resource. */
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
                    case LOG_REFUSED -> Step.PREPARED; // it is told again
                    default -> throw impossible(step, event);
                };
            default -> PresumedAbort.INSTANCE.next(step, event);
        };
    }
}
