package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a transaction to the verbs of its superior: a table by the vote and by the outcome, once they are
 * known. A repeated verb gets the same answer again. It depends on what the superior has heard before: a superior that
 * heard of the end may have forgotten the transaction.
 *
 * <p>Thread safety: guarded by the lock of its {@link Subordinate}.
 */
final class KnownAnswers {
    private final GlobalTransaction engine;
    private final InPlace inPlace;

    /** The vote; null before it. */
    private @Nullable Answer vote;

    /** The outcome, once the transaction is over, or goes on by itself; null before. */
    private @Nullable Outcome outcome;

    /**
     * An earlier life of the node carried the decision out, and recovery then found nothing left to roll back: the
     * superior had forgotten the transaction, so rollback was presumed. If the superior remembers it again, after a
     * crash before its end record was durable, the node answers that its decision was carried out.
     */
    private boolean isOverSinceLong;

    /** The superior got the answer that the commit is done, or that this node will see to it. */
    private boolean isCommitAcknowledged;

    /** What participants did by themselves, as far as the outcome has it. */
    private List<HeuristicReport> reports = List.of();

    /**
     * The reports that a superior has heard at least, if an earlier life of the node told it a heuristic outcome; null
     * if it may have heard of none. They are those of the first record that has some, or those from before the record
     * of the superior's commit. An operator's decision in place of the superior is news even without a report.
     */
    private @Nullable List<HeuristicReport> reportsBefore;

    /** The reports that the superior got from this life after its decision; null before. */
    private @Nullable List<HeuristicReport> toldReports;

    KnownAnswers(GlobalTransaction engine, InPlace inPlace) {
        this.engine = engine;
        this.inPlace = inPlace;
    }

    // ---- what is known

    /** An earlier life of the node has voted "prepared". */
    void votedBefore() {
        vote = Answer.PREPARED;
    }

    /**
     * All reports so far come from an earlier life of the node.
     *
     * @param before as an earlier record of the log has them; null if this is the first
     */
    void reportedBefore(@Nullable KnownAnswers before) {
        reportsBefore = before == null ? null : before.reportsBefore;
        if (reportsBefore == null && !reports.isEmpty() && !inPlace.isResolved()) {
            reportsBefore = reports;
        }
    }

    /** An earlier life has recorded the superior's commit, and then told it what was on record. */
    void committedBefore() {
        reportsBefore = reports;
    }

    boolean hasVoted() {
        return vote != null;
    }

    /** The engine has come to rest; its step is shown already. */
    void settled(Outcome reached) {
        if (vote == null) {
            vote = vote(reached);
        }
        if (reached != Outcome.PREPARED) {
            outcome = reached;
            reports = List.copyOf(engine.participants().heuristicsAndClaims());
            isOverSinceLong = reached == Outcome.ROLLED_BACK
                    && engine.isRecovered()
                    && !inPlace.isOpen() // else that life may have rolled back on an operator's order
                    && !engine.participants().anyAnswered(Answer.DONE);
        }
    }

    private static Answer vote(Outcome reached) {
        return switch (reached) {
            case PREPARED -> Answer.PREPARED;
            case COMMITTED -> Answer.READ_ONLY;
            case ROLLED_BACK -> Answer.ROLLED_BACK;
            default -> Answer.REFUSED;
        };
    }

    // ---- what the superior has heard

    /**
     * The superior gets an answer.
     *
     * @param isHeard whether somebody listens to it
     */
    void told(Verb verb, Answer answer, boolean isHeard) {
        isCommitAcknowledged |= verb == Verb.COMMIT && answer == Answer.DONE;
        if (verb != Verb.PREPARE && answer != Answer.RETRY && isHeard) {
            toldReports = reports;
        }
    }

    /** The participants' own acts that the superior heard of; null if it heard of none. */
    @Nullable List<HeuristicReport> toldReports() {
        if (toldReports != null || !engine.isRecovered() || inPlace.awaitsWord()) {
            return toldReports;
        }
        return reportsBefore == null ? List.of() : reportsBefore;
    }

    /**
     * Whether the superior may have forgotten its own commit, since this life or an earlier one acknowledged it. If it
     * remembers the transaction again, after a crash before its end record was durable, it presumes a rollback. Nobody
     * acknowledged a commit that an operator made in its place.
     */
    private boolean mayBeForgotten() {
        return isCommitAcknowledged || (engine.isRecovered() && !inPlace.isOpen());
    }

    // ---- the table

    /**
     * The answer of a prepared transaction: its vote; or RETRY if the log did not take the decision, so that the
     * superior repeats it.
     */
    @Nullable Answer whilePrepared(Verb verb) {
        return switch (verb) {
            case PREPARE -> vote;
            case COMMIT -> Answer.RETRY;
            case ROLLBACK, COMMIT_ONE_PHASE, COMMIT_LAST -> null;
        };
    }

    /** The answer to a verb, in terms of what the superior wants; null while that is not known. */
    @Nullable Answer to(Verb verb) {
        if (verb == Verb.PREPARE) {
            return vote;
        }
        Outcome known = outcome;
        if (known == null) {
            return null;
        }
        return switch (known) {
            case PENDING, PREPARED -> throw new IllegalStateException(known + " is no outcome");
            case COMMITTED ->
                verb == Verb.ROLLBACK && vote != Answer.READ_ONLY && !mayBeForgotten()
                        ? Answer.HEURISTIC_COMMIT
                        : Answer.DONE;
            case ROLLED_BACK ->
                switch (verb) {
                    case COMMIT -> isOverSinceLong ? Answer.DONE : Answer.HEURISTIC_ROLLBACK;
                    case COMMIT_ONE_PHASE -> Answer.ROLLED_BACK;
                    default -> Answer.DONE;
                };
            case HEURISTIC_COMMIT -> verb == Verb.ROLLBACK ? Answer.HEURISTIC_COMMIT : Answer.DONE;
            case HEURISTIC_ROLLBACK -> verb == Verb.ROLLBACK ? Answer.DONE : Answer.HEURISTIC_ROLLBACK;
            case HEURISTIC_MIXED -> Answer.HEURISTIC_MIXED;
            case HEURISTIC_HAZARD -> Answer.HEURISTIC_HAZARD;
            case UNKNOWN -> verb == Verb.COMMIT_ONE_PHASE ? Answer.HEURISTIC_HAZARD : Answer.RETRY;
        };
    }
}
