package dev.assent.core.transaction;

import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import java.util.ArrayList;
import java.util.List;

/**
 * The participants of one transaction, in the order of enlistment.
 *
 * <p>Thread safety: guarded by the transaction's gate, and by its step once its end was asked.
 */
final class Seats {
    private static final Seat[] NONE = {};

    private Seat[] seats = NONE;
    private int count;

    int count() {
        return count;
    }

    Seat get(int index) {
        return seats[index];
    }

    Seat add(Transaction transaction, Participant participant) {
        if (count == seats.length) {
            Seat[] more = new Seat[Math.max(2, 2 * count)];
            System.arraycopy(seats, 0, more, 0, count);
            seats = more;
        }
        Seat seat = new Seat(transaction, count, participant);
        seats[count++] = seat;
        return seat;
    }

    /** Whether there is only one participant, and it can commit in one phase. */
    boolean canOnePhase() {
        return count == 1 && seats[0].participant.can().contains(Capability.ONE_PHASE);
    }

    /** The index of the last one that needs more verbs; -1 when none does. */
    int lastUnfinished() {
        int last = count - 1;
        while (last >= 0 && seats[last].finished) {
            last--;
        }
        return last;
    }

    List<Participant> participants() {
        List<Participant> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(seats[i].participant);
        }
        return all;
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
