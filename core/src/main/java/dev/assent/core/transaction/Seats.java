package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The participants of one transaction, in the order of enlistment.
 *
 * <p>Thread safety: a thread inside the transaction's gate changes them, and after the request to end it the owner of
 * its step. Any thread may read the list of participants.
 */
final class Seats {
    private static final Seat[] NONE = {};

    private Seat[] seats = NONE;

    /** Written after the seat that it counts. */
    private volatile int count;

    private @Nullable Seat last;
    private boolean hasRemote;

    /** Whether a participant left before it was asked. */
    private boolean hasLeft;

    int count() {
        return count;
    }

    Seat get(int index) {
        return seats[index];
    }

    Seat add(Transaction transaction, Participant participant) {
        int index = count;
        if (index == seats.length) {
            Seat[] more = new Seat[Math.max(2, 2 * index)];
            System.arraycopy(seats, 0, more, 0, index);
            seats = more;
        }
        Seat seat = new Seat(transaction, index, participant);
        seats[index] = seat;
        hasRemote |= !participant.needsResource();
        if (!participant.can().contains(Capability.PREPARE)) {
            last = seat;
        }
        count = index + 1;
        return seat;
    }

    /** Whether there is a participant in another process, whose capabilities may change. */
    boolean hasRemote() {
        return hasRemote;
    }

    /** The participant that can't prepare; null if all can. */
    @Nullable Seat lastResource() {
        return last;
    }

    /** Whether only one participant is left, and it can commit in one phase. */
    boolean canOnePhase() {
        if (!hasLeft) {
            return count == 1 && seats[0].participant.can().contains(Capability.ONE_PHASE);
        }
        List<Participant> left = unfinished();
        return left.size() == 1 && left.get(0).can().contains(Capability.ONE_PHASE);
    }

    /** A participant has answered before its question, and is finished; false if it was finished before. */
    boolean leave(Participant leaving, Answer answer) {
        for (int i = 0; i < count; i++) {
            if (seats[i].participant == leaving && !seats[i].finished) {
                seats[i].answer = answer;
                seats[i].finished = true;
                hasLeft = true;
                return true;
            }
        }
        return false;
    }

    /** Whether this participant gets the verb now. */
    boolean isFor(Verb verb, Seat seat) {
        return !seat.finished
                && switch (verb) {
                    case PREPARE -> seat != last;
                    case COMMIT_LAST -> seat == last;
                    case COMMIT, ROLLBACK, COMMIT_ONE_PHASE -> true;
                };
    }

    /** The index of the last participant that gets the verb; -1 if none does. */
    int lastFor(Verb verb) {
        int at = count - 1;
        while (at >= 0 && !isFor(verb, seats[at])) {
            at--;
        }
        return at;
    }

    /** Whether no participant needs more verbs. */
    boolean isAllFinished() {
        for (int i = 0; i < count; i++) {
            if (!seats[i].finished) {
                return false;
            }
        }
        return true;
    }

    /** Whether some resource {@linkplain Seat#hadNothingLeft had nothing left} to roll back. */
    boolean anyHadNothingLeft() {
        for (int i = 0; i < count; i++) {
            if (seats[i].hadNothingLeft()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last answer of some resource was this one. */
    boolean anyAnswered(Answer answer) {
        for (int i = 0; i < count; i++) {
            if (seats[i].answer == answer && seats[i].participant.needsResource()) {
                return true;
            }
        }
        return false;
    }

    /** How many participants are resources of this node. */
    int resources() {
        int resources = 0;
        for (int i = 0; i < count; i++) {
            resources += seats[i].participant.needsResource() ? 1 : 0;
        }
        return resources;
    }

    List<Participant> participants() {
        List<Participant> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(seats[i].participant);
        }
        return all;
    }

    List<Participant> having(Capability capability) {
        List<Participant> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!seats[i].finished && seats[i].participant.can().contains(capability)) {
                found.add(seats[i].participant);
            }
        }
        return found;
    }

    List<Participant> unfinished() {
        List<Participant> open = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (!seats[i].finished) {
                open.add(seats[i].participant);
            }
        }
        return open;
    }

    /** The participants that have not answered a question, for reports: for any thread, perhaps a moment late. */
    List<Participant> awaited() {
        List<Participant> asked = new ArrayList<>();
        Seat[] now = seats;
        for (int i = 0; i < Math.min(count, now.length); i++) {
            if (now[i].isAwaited) {
                asked.add(now[i].participant);
            }
        }
        return asked;
    }

    /**
     * Whether some participant is known not to have followed the decision, or to have decided by itself, or claims that
     * it can't follow the decision.
     */
    boolean anyAgainst() {
        for (int i = 0; i < count; i++) {
            Answer answer = seats[i].answer;
            boolean isAgainst = answer != null && (answer.isHeuristic() || answer == Answer.DOUBTFUL);
            if (isAgainst || seats[i].participant.ownDecision() != null) {
                return true;
            }
        }
        return false;
    }

    List<HeuristicReport> heuristics() {
        List<HeuristicReport> reports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seat seat = seats[i];
            if (seat.answer != null && seat.answer.isHeuristic()) {
                reports.add(new HeuristicReport(seat.participant, seat.answer));
            }
        }
        return reports;
    }
}
