package dev.assent.core.commit;

import static dev.assent.core.commit.CommitProtocol.impossible;

/**
 * Presumed abort with one participant that can't prepare, the last resource (the last resource
 * optimization of Gray and Reuter 1993, section 10.7, made safe by a record; law 13):
 *
 * <ol>
 *   <li>All others are prepared. If one refuses, all roll back; if all are read-only, the last resource commits in
 *       one phase, as if it were alone.
 *   <li>A record is forced that announces the last resource.
 *   <li>The last resource commits. Its outcome is the decision.
 *   <li>The decision is forced, and phase two follows.
 * </ol>
 *
 * After a crash between the two records nobody knows the outcome of the last resource: the others stay in doubt, and
 * are never presumed aborted.
 *
 * <p>Forced writes of the coordinator: two if the last resource was asked after others had prepared, for either
 * outcome; otherwise as {@link PresumedAbort}. The end record is lazy.
 */
public final class LastResource implements CommitProtocol {
    /** The only instance. */
    public static final LastResource INSTANCE = new LastResource();

    private LastResource() {}

    @Override
    public String name() {
        return "last-resource";
    }

    @Override
    public int participantsMax() {
        return PresumedAbort.INSTANCE.participantsMax();
    }

    @Override
    public CommitProtocol withLastResource() {
        return this;
    }

    @Override
    public Step next(Step step, Event event) {
        return switch (step) {
            case PREPARING ->
                switch (event) {
                    case ALL_READ_ONLY -> Step.ONE_PHASE;
                    case AGREED -> Step.ANNOUNCING;
                    case REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case ANNOUNCING ->
                switch (event) {
                    case DURABLE -> Step.ASKING_LAST;
                    case UNDURABLE -> Step.UNKNOWN;
                    case LOG_REFUSED -> Step.ROLLING_BACK;
                    default -> throw impossible(step, event);
                };
            case ASKING_LAST ->
                switch (event) {
                    case ALL_DONE -> Step.DECIDING;
                    case REFUSED -> Step.DECIDING_ROLLBACK;
                    case UNREACHABLE -> Step.IN_DOUBT;
                    default -> throw impossible(step, event);
                };
            case DECIDING ->
                switch (event) {
                    case DURABLE -> Step.COMMITTING;
                    case UNDURABLE -> Step.UNKNOWN;
                    case LOG_REFUSED -> Step.IN_DOUBT;
                    default -> throw impossible(step, event);
                };
            case DECIDING_ROLLBACK ->
                switch (event) {
                    case DURABLE, LOG_REFUSED -> Step.ROLLING_BACK;
                    case UNDURABLE -> Step.UNKNOWN;
                    default -> throw impossible(step, event);
                };
            case IN_DOUBT ->
                switch (event) {
                    case RETRY -> Step.ASKING_LAST;
                    default -> throw impossible(step, event);
                };
            default -> PresumedAbort.INSTANCE.next(step, event);
        };
    }
}
