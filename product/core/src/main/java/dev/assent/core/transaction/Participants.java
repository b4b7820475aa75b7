package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.commit.CommitProtocol;
import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Synchronizing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The participants of one transaction, in the order of enlistment, and its onlookers.
 *
 * <p>Thread safety: a thread inside the transaction's gate changes them, between {@link GlobalTransaction#enter} and {@link
 * GlobalTransaction#leave}, and after the request to end it the owner of its step. Any thread may read the lists.
 */
public final class Participants {
    private static final Seat[] NONE = {};

    private final GlobalTransaction transaction;

    private Seat[] seats = NONE;

    /** Written after the seat that it counts. */
    private volatile int count;

    private @Nullable Seat last;

    /** Onlookers: they have no vote, but want a call before phase one, or the outcome afterwards. */
    private volatile List<Onlooker> onlookers = List.of();

    Participants(GlobalTransaction transaction) {
        this.transaction = transaction;
    }

    // ---- enlistment

    /** Adds a participant. Only inside the gate, after {@link #checkRoom}. */
    public void enlist(Participant participant) {
        add(participant);
    }

    /**
     * An unasked participant votes by itself, and gets no more questions: READ_ONLY, or ROLLED_BACK, so that the
     * transaction can only roll back. Only inside the gate. Ignored if the participant has left before.
     */
    public void voted(Participant unasked, Answer vote) {
        boolean isNews = leave(unasked, vote);
        if (isNews && vote == Answer.ROLLED_BACK) {
            transaction.markRollback(new IllegalStateException(MESSAGES.leftRolledBack(transaction.id(), unasked)));
        }
    }

    /**
     * Checks that the commit protocol allows one more participant.
     *
     * @param name of the participant
     * @throws IllegalStateException if it does not
     */
    public void checkRoom(String name) {
        checkRoom(name, count);
    }

    private void checkRoom(String name, int taken) {
        CommitProtocol protocol = transaction.progress().protocol;
        if (taken >= protocol.participantsMax()) {
            throw new IllegalStateException(
                    MESSAGES.tooManyParticipants(name, transaction.id(), protocol.name(), protocol.participantsMax()));
        }
    }

    /**
     * Checks that the transaction may take a participant that can't prepare.
     *
     * @param name of the participant
     * @throws IllegalStateException if there is one already, if a superior decides and so needs a vote, or as
     *     {@link #checkRoom}
     */
    public void checkRoomForLast(String name) {
        Subordinate subordinate = transaction.subordinate();
        if (subordinate != null) {
            throw new IllegalStateException(MESSAGES.lastResourceOfSubordinate(
                    name, transaction.id(), subordinate.superior().name()));
        }
        if (last != null) {
            throw new IllegalStateException(
                    MESSAGES.lastResourceSecond(name, transaction.id(), last.participant.name()));
        }
        checkRoom(name);
    }

    /**
     * Adds an onlooker. Only inside the gate.
     *
     * @throws IllegalStateException if there are as many as there may be participants
     */
    public void add(Onlooker onlooker) {
        checkRoom(onlooker.toString(), onlookers.size());
        List<Onlooker> all = new ArrayList<>(onlookers);
        all.add(onlooker);
        onlookers = List.copyOf(all);
    }

    /** The onlookers. */
    public List<Onlooker> onlookers() {
        return onlookers;
    }

    /** The onlookers, which are dropped: later findings of recovery change nothing for them. */
    List<Onlooker> takeOnlookers() {
        List<Onlooker> taken = onlookers;
        if (!taken.isEmpty()) {
            onlookers = List.of();
        }
        return taken;
    }

    // ---- synchronizations

    /** Whether some participant has synchronizations still to run, or an onlooker still waits for its question. */
    public boolean hasSynchronizations() {
        return !synchronizing().isEmpty();
    }

    /** The participants and onlookers that must be asked before phase one. */
    List<Synchronizing> synchronizing() {
        List<Onlooker> looking = onlookers;
        if (!hasRemote() && looking.isEmpty()) {
            return List.of();
        }
        List<Synchronizing> due = new ArrayList<>(having(Capability.SYNCHRONIZATIONS));
        looking.stream().filter(Onlooker::waitsToBeAsked).forEach(due::add);
        return due;
    }

    private boolean hasRemote() {
        int all = count;
        for (int i = 0; i < all; i++) {
            if (!seats[i].participant.needsResource()) {
                return true;
            }
        }
        return false;
    }

    // ---- the seats

    int count() {
        return count;
    }

    Seat get(int index) {
        return seats[index];
    }

    Seat add(Participant participant) {
        int index = count;
        if (index == seats.length) {
            Seat[] more = new Seat[Math.max(2, 2 * index)];
            System.arraycopy(seats, 0, more, 0, index);
            seats = more;
        }
        Seat seat = new Seat(transaction.progress(), index, participant);
        seats[index] = seat;
        if (!participant.can().contains(Capability.PREPARE)) {
            last = seat;
            transaction.progress().protocol = transaction.progress().protocol.withLastResource();
        }
        count = index + 1;
        return seat;
    }

    /** The participant that can't prepare; null if all can. */
    @Nullable Seat lastResource() {
        return last;
    }

    /** Whether only one participant is left, and it can commit in one phase. */
    boolean canOnePhase() {
        Participant only = null;
        int all = count;
        for (int i = 0; i < all; i++) {
            if (!seats[i].finished) {
                if (only != null) {
                    return false;
                }
                only = seats[i].participant;
            }
        }
        return only != null && only.can().contains(Capability.ONE_PHASE);
    }

    /** A participant has answered before its question, and is finished; false if it was finished before. */
    private boolean leave(Participant leaving, Answer answer) {
        for (int i = 0; i < count; i++) {
            if (seats[i].participant == leaving && !seats[i].finished) {
                seats[i].answer = answer;
                seats[i].finished = true;
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

    /** All, in the order of enlistment. Stable after the request to commit or roll back. */
    public List<Participant> all() {
        List<Participant> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(seats[i].participant);
        }
        return all;
    }

    private List<Participant> having(Capability capability) {
        List<Participant> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!seats[i].finished && seats[i].participant.can().contains(capability)) {
                found.add(seats[i].participant);
            }
        }
        return found;
    }

    /** Those that still have something to do: they have not left, and have not carried out the decision. */
    public List<Participant> unfinished() {
        List<Participant> open = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (!seats[i].finished) {
                open.add(seats[i].participant);
            }
        }
        return open;
    }

    /** Those that have not answered a question, perhaps a moment late. For reports; any thread may call it. */
    public List<Participant> awaited() {
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

    /** Those that did not follow the decision, with what they did. */
    public List<HeuristicReport> heuristics() {
        return reports(false);
    }

    /** As {@link #heuristics}, and those that claim that they can't follow it, with what they may have done. */
    List<HeuristicReport> heuristicsAndClaims() {
        return reports(true);
    }

    private List<HeuristicReport> reports(boolean withClaims) {
        List<HeuristicReport> reports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seat seat = seats[i];
            Answer known = withClaims ? seat.known() : seat.answer;
            if (known != null && known.isHeuristic()) {
                reports.add(new HeuristicReport(seat.participant, known));
            }
        }
        return reports;
    }
}
