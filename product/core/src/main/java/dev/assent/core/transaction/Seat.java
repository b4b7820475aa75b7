package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.metrics.ResourceMeter;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.VerbEvent;
import dev.assent.core.observe.VerbProbe;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import org.jspecify.annotations.Nullable;

/**
 * One participant's place in a transaction, and its last answer.
 *
 * <p>Guarded by its transaction: the owner of the transaction's step touches it, and {@link #done} on the thread that
 * brings a late answer. The transaction's count of outstanding answers orders the two.
 */
final class Seat implements Reply {
    private final Progress progress;
    final int index;
    final Participant participant;

    /** Whether the participant needs no more verbs. */
    boolean finished;

    /** The last answer; null before the first. */
    @Nullable Answer answer;

    /**
     * Whether the participant has a question that it has not answered. Any thread reads it for reports, without
     * ordering: the value may be a moment late, while a report is made only after seconds.
     */
    boolean isAwaited;

    /** Whether a record has the participant's claim that it did otherwise, or can't do what is decided. */
    private boolean hasClaimed;

    private final @Nullable ResourceMeter meter;
    private long askedNanos;
    private Verb asked = Verb.PREPARE;
    private @Nullable VerbEvent event;

    Seat(Progress progress, int index, Participant participant) {
        this.progress = progress;
        this.index = index;
        this.participant = participant;
        Metrics metrics = progress.transaction.coordinator().metrics();
        this.meter = metrics == null ? null : metrics.of(participant.meterName());
    }

    /** The participant was read from a record, with its last answer. */
    void readAgain(Answer before) {
        answer = before;
        finished = before != Answer.RETRY;
        hasClaimed = participant.ownDecision() != null;
    }

    /** Its answer; as long as a claim of it is open, what it may have decided by itself. */
    @Nullable Answer known() {
        boolean isOpen = answer == null || answer == Answer.DOUBTFUL || answer == Answer.RETRY;
        Answer own = hasClaimed && isOpen ? participant.ownDecision() : null;
        return own == null ? answer : own;
    }

    /** Asks the participant; PENDING if {@link #done} brings the answer later. */
    Answer ask(Verb verb, boolean last) {
        progress.trace(before(verb), index);
        event = VerbProbe.begin(verb);
        asked = verb;
        isAwaited = true;
        PhaseTimer timer = progress.timer;
        if (timer != null) {
            askedNanos = timer.nanos();
        }
        Answer now = progress.dispatcher.ask(verb, participant, this, last);
        if (now != Answer.PENDING) {
            take(now);
        }
        return now;
    }

    /** Whether the resource had nothing left to roll back: it rolled back by itself, or in an earlier try. */
    boolean hadNothingLeft() {
        return answer == Answer.READ_ONLY && asked == Verb.ROLLBACK && participant.needsResource();
    }

    @Override
    public void done(Answer late) {
        try {
            take(late);
        } catch (Throwable bug) {
            lost(bug);
            throw bug;
        }
        progress.answered();
    }

    @Override
    public void lost(Throwable bug) {
        progress.lost(bug);
    }

    private void take(Answer given) {
        answer = given;
        if (given == Answer.DOUBTFUL) {
            hasClaimed = true;
        }
        isAwaited = false;
        if (meter != null) {
            count(meter, given);
        }
        if (event != null) {
            event.end(progress.transaction.id(), participant.name(), given);
            event = null;
        }
        progress.trace(after(asked), index);
    }

    private void count(ResourceMeter counted, Answer given) {
        counted.answered(asked, given);
        PhaseTimer timer = progress.timer;
        if (timer != null) {
            counted.took(asked, timer.nanos() - askedNanos);
        }
    }

    private static FaultPoint before(Verb verb) {
        return switch (verb) {
            case PREPARE -> FaultPoint.BEFORE_PREPARE;
            case COMMIT -> FaultPoint.BEFORE_COMMIT;
            case ROLLBACK -> FaultPoint.BEFORE_ROLLBACK;
            case COMMIT_ONE_PHASE -> FaultPoint.BEFORE_ONE_PHASE;
            case COMMIT_LAST -> FaultPoint.BEFORE_LAST;
        };
    }

    private static FaultPoint after(Verb verb) {
        return switch (verb) {
            case PREPARE -> FaultPoint.AFTER_PREPARE;
            case COMMIT -> FaultPoint.AFTER_COMMIT;
            case ROLLBACK -> FaultPoint.AFTER_ROLLBACK;
            case COMMIT_ONE_PHASE -> FaultPoint.AFTER_ONE_PHASE;
            case COMMIT_LAST -> FaultPoint.AFTER_LAST;
        };
    }
}
