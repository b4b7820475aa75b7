package dev.assent.core.transaction;

import dev.assent.core.commit.Event;
import dev.assent.core.participant.Answer;
import org.jspecify.annotations.Nullable;

/** What the answers of all participants mean together: pure functions. */
final class Verdict {
    private Verdict() {}

    /** After phase one: refused by anyone, agreed by all, or nothing to commit. */
    static Event ofPrepare(Participants seats) {
        boolean prepared = false;
        for (int i = 0; i < seats.count(); i++) {
            if (seats.get(i) == seats.lastResource()) {
                continue;
            }
            Answer answer = seats.get(i).answer;
            if (answer == Answer.PREPARED) {
                prepared = true;
            } else if (answer == Answer.READ_ONLY || answer == Answer.ROLLED_BACK) {
                seats.get(i).finished = true;
            }
            if (answer != Answer.PREPARED && answer != Answer.READ_ONLY) {
                finishRefused(seats, i + 1);
                return Event.REFUSED;
            }
        }
        return prepared ? Event.AGREED : Event.ALL_READ_ONLY;
    }

    private static void finishRefused(Participants seats, int from) {
        for (int i = from; i < seats.count(); i++) {
            Answer answer = seats.get(i).answer;
            seats.get(i).finished = answer == Answer.READ_ONLY || answer == Answer.ROLLED_BACK;
        }
    }

    /** After the one-phase commit of the only participant. */
    static Event ofOnePhase(Seat seat) {
        Answer answer = seat.answer;
        if (answer == Answer.DONE) {
            seat.finished = true;
            return Event.ALL_DONE;
        }
        if (answer == Answer.ROLLED_BACK) {
            seat.finished = true;
            return Event.REFUSED;
        }
        if (isHeuristic(answer)) {
            seat.finished = true;
            return Event.HEURISTIC;
        }
        return Event.UNREACHABLE;
    }

    private static boolean isHeuristic(@Nullable Answer answer) {
        return answer != null && answer.isHeuristic();
    }

    /** After the commit of the last resource, or a question about its outcome. */
    static Event ofLast(Seat seat) {
        Answer answer = seat.answer;
        seat.finished = answer == Answer.DONE || answer == Answer.ROLLED_BACK;
        if (!seat.finished) {
            return Event.UNREACHABLE;
        }
        return answer == Answer.DONE ? Event.ALL_DONE : Event.REFUSED;
    }

    /** After a round of commits or rollbacks: an answer that must be recorded outweighs a retry. */
    static Event ofFinish(Participants seats) {
        boolean heuristic = false;
        boolean kept = false;
        boolean unreachable = false;
        for (int i = 0; i < seats.count(); i++) {
            Seat seat = seats.get(i);
            Answer answer = seat.answer;
            if (seat.finished) {
                kept |= isHeuristic(answer);
                continue;
            }
            if (answer == Answer.DONE || answer == Answer.READ_ONLY) {
                seat.finished = true;
            } else if (isHeuristic(answer)) {
                seat.finished = true;
                heuristic = true;
            } else {
                unreachable = true;
                heuristic |= answer == Answer.DOUBTFUL;
            }
        }
        if (heuristic) {
            return Event.HEURISTIC;
        }
        return unreachable ? Event.UNREACHABLE : kept ? Event.KEPT : Event.ALL_DONE;
    }

    /**
     * What the participants did, seen from outside.
     *
     * @param committing the decision; participants that are not reached yet, and claim nothing else, count as obeying
     *     it
     * @param isAnyGone whether some of them had nothing left to roll back, since they had done so before
     */
    static Outcome outcome(Participants seats, boolean committing, boolean isAnyGone) {
        boolean committed = false;
        boolean rolledBack = !committing && isAnyGone;
        boolean hazard = false;
        boolean heuristic = false;
        for (int i = 0; i < seats.count(); i++) {
            Answer answer = seats.get(i).known();
            if (answer == null || answer == Answer.READ_ONLY) { // all were asked, so null is for the compiler only
                continue;
            }
            heuristic |= answer.isHeuristic();
            switch (answer) {
                case HEURISTIC_COMMIT -> committed = true;
                case HEURISTIC_ROLLBACK -> rolledBack = true;
                case HEURISTIC_MIXED -> {
                    committed = true;
                    rolledBack = true;
                }
                case HEURISTIC_HAZARD -> hazard = true;
                default -> {
                    committed |= committing;
                    rolledBack |= !committing;
                }
            }
        }
        if (!heuristic) {
            return committing ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
        }
        if (committed && rolledBack) {
            return Outcome.HEURISTIC_MIXED;
        }
        if (hazard) {
            return Outcome.HEURISTIC_HAZARD;
        }
        if (committed) {
            return committing ? Outcome.COMMITTED : Outcome.HEURISTIC_COMMIT;
        }
        return committing ? Outcome.HEURISTIC_ROLLBACK : Outcome.ROLLED_BACK;
    }
}
