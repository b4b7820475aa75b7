package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator must make of one participant: the coordinator's table of the standard (WS-AtomicTransaction 1.2,
 * section 9.2) with the differences that docs/design/ws-at.md names, and the answer of each verb that follows from it.
 * It shares no code with the transport.
 *
 * <p>Not thread-safe.
 */
final class View {
    /**
     * A row a message, a column a state: the act, and behind a colon the next state if it is another one. Next to
     * COMMITTING and ABORTING stands HAZARD: nobody knows what the participant did, and its messages mean nothing.
     */
    private static final String TABLE = """
            message   | NONE    | ACTIVE        | PREPARING     | PREPARED | COMMITTING  | ABORTING     | HAZARD
            Prepared  | asks    | -             | vote:PREPARED | asks     | commit      | rollback     | -
            ReadOnly  | -       | leave:NONE    | vote:NONE     | fault    | fault       | done:NONE    | -
            Aborted   | -       | leave:NONE    | vote:NONE     | doubt    | doubt       | done:NONE    | -
            Committed | -       | wrong:HAZARD  | wrong:HAZARD  | early    | done:NONE   | wrong:HAZARD | -\
            """;

    private static final Map<String, Map<State, String>> CELLS = cells();

    enum State {
        NONE,
        ACTIVE,
        PREPARING,
        PREPARED,
        COMMITTING,
        ABORTING,
        HAZARD
    }

    /** A verb that waits for its answer. */
    static final class Verb {
        final RemoteVerb verb;
        final long sinceNanos;
        final long millis;
        int sent;
        boolean isTold;

        Verb(RemoteVerb verb, long sinceNanos, long millis) {
            this.verb = verb;
            this.sinceNanos = sinceNanos;
            this.millis = millis;
        }
    }

    final String name;
    private final boolean isVolatile;

    State state = State.NONE;

    /** Whether it has voted Prepared in answer to Prepare, and the node was not told that it has committed. */
    boolean isOwed;

    private boolean hasVoted;

    /** Whether the node has asked it in this life; then it can't register any more. */
    private boolean wasAsked;

    /** Whether the next step may contradict: Committed came before Commit; Aborted came after the vote. */
    boolean hasCommitted;

    boolean isDoubtful;

    /** Whether it asks for the decision in the present step, and nothing waits for it any more. */
    private boolean isAsking;

    /** Commit that was sent while no verb waited for it. */
    boolean isToldUnasked;

    private final List<Verb> waiting = new ArrayList<>();

    /** What the node must be told in the present step, in order. */
    private final List<String> due = new ArrayList<>();

    /** Messages that must go to the participant in the present step. */
    private final List<String> dueMessages = new ArrayList<>();

    View(String name, boolean isVolatile) {
        this.name = name;
        this.isVolatile = isVolatile;
    }

    private static Map<String, Map<State, String>> cells() {
        Map<String, Map<State, String>> cells = new java.util.HashMap<>();
        List<String[]> rows =
                TABLE.lines().map(each -> each.strip().split("\\s*\\|\\s*")).toList();
        for (String[] row : rows.subList(1, rows.size())) {
            Map<State, String> cell = new java.util.EnumMap<>(State.class);
            for (int i = 1; i < row.length; i++) {
                cell.put(State.valueOf(rows.get(0)[i]), row[i]);
            }
            cells.put(row[0], cell);
        }
        return cells;
    }

    // ---- what the node does

    /** It is registered; perhaps again. */
    void registered() {
        assertThat(wasAsked && state == State.NONE && !isVolatile)
                .as("%s is registered, and is over", name)
                .isFalse();
        if (state == State.NONE) {
            fresh(State.ACTIVE);
        }
    }

    private void fresh(State first) {
        state = first;
        hasCommitted = false;
        isDoubtful = false;
        isToldUnasked = false;
    }

    /** The node asks; returns the verb, which waits unless its answer is due at once. */
    Verb asked(RemoteVerb verb, long now, long millis) {
        Verb asked = new Verb(verb, now, millis);
        waiting.add(asked);
        wasAsked = true;
        if (verb == RemoteVerb.COMMIT && isDoubtful) {
            isDoubtful = false;
            answerLast(Answer.DOUBTFUL);
        } else if (isDecision(verb) && state == State.HAZARD || verb == RemoteVerb.ROLLBACK && hasCommitted) {
            state = State.NONE;
            answerLast(Answer.HEURISTIC_HAZARD);
        } else if (state == State.HAZARD) {
            due.add(Response.Why.STATE.name());
        } else {
            begin(verb);
        }
        return asked;
    }

    private static boolean isDecision(RemoteVerb verb) {
        return verb == RemoteVerb.COMMIT || verb == RemoteVerb.ROLLBACK;
    }

    private void begin(RemoteVerb verb) {
        switch (verb) {
            case BEFORE_COMPLETION, PREPARE -> {
                if (state == State.NONE) {
                    fresh(State.ACTIVE);
                }
                assertThat(state).as("%s is asked for its vote", name).isIn(State.ACTIVE, State.PREPARING);
                state = State.PREPARING;
                dueMessages.add("Prepare");
            }
            case COMMIT -> {
                assertThat(isOwed)
                        .as("%s is to commit, and has voted for it", name)
                        .isTrue();
                if (state == State.NONE) {
                    fresh(State.PREPARED);
                }
                assertThat(state).as("%s is to commit", name).isIn(State.PREPARED, State.COMMITTING);
                state = State.COMMITTING;
                dueMessages.add("Commit");
            }
            case ROLLBACK -> {
                if (state == State.NONE) {
                    fresh(State.ACTIVE);
                }
                assertThat(state).as("%s is to roll back", name).isNotEqualTo(State.COMMITTING);
                state = State.ABORTING;
                dueMessages.add("Rollback");
            }
            default -> throw new AssertionError(verb + " has no message");
        }
    }

    /** An onlooker hears the outcome; null if there is no true message for it. */
    void completed(@Nullable Boolean isCommit) {
        boolean isPrepared = state == State.PREPARED || state == State.HAZARD;
        boolean isUndecided = isPrepared || state == State.ACTIVE || state == State.PREPARING;
        if (isCommit != null && (isCommit ? isPrepared : isUndecided)) {
            dueMessages.add(isCommit ? "Commit" : "Rollback");
        }
        state = State.NONE;
    }

    /** The node sends it a message. */
    void sent(String message) {
        if (dueMessages.remove(message)) {
            counted(message);
            return;
        }
        switch (message) {
            case "Prepare" -> assertThat(state).as("%s: Prepare again", name).isEqualTo(State.PREPARING);
            case "Commit" -> {
                if (state == State.NONE && isAsking) {
                    fresh(State.PREPARED);
                }
                boolean isFirst = state == State.PREPARED;
                assertThat(isFirst || state == State.COMMITTING)
                        .as("%s: Commit without a vote, in %s", name, state)
                        .isTrue();
                state = State.COMMITTING;
                isToldUnasked |= waiting.isEmpty();
            }
            case "Rollback" -> {
                if (state == State.NONE && isAsking) {
                    return;
                }
                assertThat(state).as("%s: Rollback", name).isIn(State.ABORTING, State.PREPARED);
                state = State.ABORTING;
            }
            default -> {}
        }
        counted(message);
    }

    private void counted(String message) {
        for (Verb each : waiting) {
            if (message.equals("Commit") && each.verb == RemoteVerb.COMMIT) {
                each.sent += isToldUnasked ? 2 : 1;
            }
        }
        if (!waiting.isEmpty() && message.equals("Commit")) {
            isToldUnasked = false;
        }
    }

    // ---- what the participant says

    /**
     * Takes a message, before the node does.
     *
     * @return what the node must say to the participant about it: "", "InvalidState", "Commit", "Rollback"; "asks" when
     *     that depends on the decision
     */
    String hears(String message) {
        String[] cell = CELLS.get(message).get(state).split(":");
        State before = state;
        if (cell.length > 1) {
            state = State.valueOf(cell[1]);
        }
        return switch (cell[0]) {
            case "vote" -> {
                hasVoted |= !isVolatile && state == State.PREPARED;
                isOwed |= hasVoted;
                answer(voteMeant(message));
                yield "";
            }
            case "done" -> {
                done(message);
                yield "";
            }
            case "commit" -> "Commit";
            case "rollback" -> "Rollback";
            case "fault" -> "InvalidState";
            case "doubt" -> doubted();
            case "early" -> {
                hasCommitted = !isVolatile && !isDoubtful;
                if (isDoubtful) {
                    contradicted();
                }
                yield "InvalidState";
            }
            case "wrong" -> {
                wrong(before);
                yield "InvalidState";
            }
            case "asks" -> asks(before);
            default -> "";
        };
    }

    private static Answer voteMeant(String message) {
        return switch (message) {
            case "Prepared" -> Answer.PREPARED;
            case "ReadOnly" -> Answer.READ_ONLY;
            default -> Answer.ROLLED_BACK;
        };
    }

    private String asks(State before) {
        if (isVolatile) {
            return before == State.NONE ? "UnknownTransaction" : "";
        }
        isAsking = true;
        return "asks";
    }

    /** Somebody else asks in its name; the node may tell it the presumed rollback. */
    void asksByAnother() {
        isAsking = true;
    }

    /** It confirms the decision, unless something that it has said before contradicts that. */
    private void done(String message) {
        boolean isAgainst = message.equals("Committed") ? isDoubtful : hasCommitted;
        if (waiting.isEmpty() && isAgainst) {
            contradicted();
        }
        isOwed &= waiting.isEmpty(); // else the node is told; it asks again for what it has not been told
        answer(Answer.DONE);
    }

    /** Nobody knows what it did. */
    private void contradicted() {
        isDoubtful = false;
        hasCommitted = false;
        state = State.HAZARD;
    }

    /** Aborted after its vote: once is a doubt, and twice, or with Committed, is a hazard. */
    private String doubted() {
        if (!isVolatile) {
            boolean isAnswer = !waiting.isEmpty();
            if (isAnswer) {
                answer(Answer.DOUBTFUL);
            } else if (isDoubtful || hasCommitted) {
                contradicted();
            } else {
                isDoubtful = true;
            }
        }
        return "InvalidState";
    }

    /** Committed, and it can only roll back. */
    private void wrong(State before) {
        if (isVolatile) {
            state = before == State.ACTIVE ? State.NONE : State.ABORTING;
            answer(Answer.REFUSED);
            return;
        }
        boolean isAnswer = !waiting.isEmpty();
        boolean isDecision = isAnswer && isDecision(waiting.get(0).verb);
        answer(isDecision ? Answer.HEURISTIC_HAZARD : Answer.REFUSED);
        if (isDecision) {
            state = State.NONE;
        }
    }

    /** Takes the fault InconsistentInternalState. */
    void hearsInconsistent() {
        boolean isDecision = !waiting.isEmpty() && isDecision(waiting.get(0).verb);
        boolean isVoted = state == State.PREPARED || state == State.COMMITTING || state == State.ABORTING;
        if (isDecision) {
            state = State.NONE;
            isOwed = false;
        } else if (isVoted || state == State.HAZARD) {
            state = State.HAZARD;
        }
        answer(isDecision ? Answer.HEURISTIC_HAZARD : Answer.REFUSED);
    }

    /** Takes the fault UnknownTransaction, by a message of its own. */
    void hearsUnknown() {
        if (waiting.isEmpty()) {
            return;
        }
        switch (waiting.get(0).verb) {
            case COMMIT -> {
                if (waiting.size() == 1 && waiting.get(0).sent < 2) {
                    due("GONE");
                }
            }
            case PREPARE -> {
                state = State.NONE;
                answer(Answer.ROLLED_BACK);
            }
            case ROLLBACK -> {
                state = State.NONE;
                answer(Answer.DONE);
            }
            default -> {
                state = State.NONE;
                answer(Answer.REFUSED);
            }
        }
    }

    // ---- what the node is told

    private void answer(Answer answer) {
        boolean isOnlooker = !waiting.isEmpty() && waiting.get(0).verb == RemoteVerb.BEFORE_COMPLETION;
        boolean isGood = answer == Answer.PREPARED || answer == Answer.READ_ONLY;
        due(isOnlooker ? (isGood ? Answer.DONE : Answer.REFUSED).name() : answer.name());
    }

    private void answerLast(Answer answer) {
        due.add(answer.name());
    }

    private void due(String what) {
        for (int i = 0; i < waiting.size(); i++) {
            due.add(what);
        }
    }

    /** The node is told the answer of a verb: the one that is due, or none since its time is over. */
    void told(Verb verb, Response response, long now) {
        assertThat(verb.isTold)
                .as("%s: the answer to %s comes once", name, verb.verb)
                .isFalse();
        verb.isTold = true;
        waiting.remove(verb);
        String what = response instanceof Response.Answered answered
                ? answered.answer().name()
                : response instanceof Response.Refused refused ? refused.why().name() : "";
        if (!what.isEmpty()) {
            assertThat(due)
                    .as("%s: the answer to %s in %s", name, verb.verb, state)
                    .contains(what);
            due.remove(what);
            return;
        }
        boolean isOverdue = now - verb.sinceNanos >= Math.min(verb.millis, 20_000) * 1_000_000;
        boolean isReplaced = !waiting.isEmpty() && waiting.stream().noneMatch(each -> each.verb == verb.verb);
        assertThat(isOverdue || isReplaced || state == State.NONE && isVolatile)
                .as("%s: %s is not answered, in time", name, verb.verb)
                .isTrue();
        if (verb.verb == RemoteVerb.ROLLBACK && state == State.ABORTING) {
            state = State.NONE; // it is presumed
        }
    }

    /** At the end of a step nothing is due any more. */
    void stepEnds() {
        isAsking = false;
        assertThat(due)
                .as("%s: answers that the node must get, in %s", name, state)
                .isEmpty();
        assertThat(dueMessages)
                .as("%s: messages that must go, in %s", name, state)
                .isEmpty();
    }

    /** The node dies; its verbs with it, and perhaps the record that all have confirmed. */
    void crash() {
        isOwed = hasVoted;
        wasAsked = false;
        waiting.clear();
        fresh(State.NONE);
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
