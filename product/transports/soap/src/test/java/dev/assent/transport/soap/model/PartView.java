package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a participant must answer its coordinator: the participant's table of the standard (WS-AtomicTransaction 1.2,
 * section 9.2) with the differences that docs/design/ws-at.md names. All work of the node is done within a step, so that
 * it is in one of three states between two messages.
 *
 * <p>Not thread-safe.
 */
final class PartView {
    enum State {
        /** Not registered, or over. */
        NONE,
        ACTIVE,
        PREPARED
    }

    private final String name;

    /** What it votes if it is asked. */
    private final String vote;

    State state = State.NONE;

    /** All that it has said in both lives. */
    final Set<String> told = new LinkedHashSet<>();

    boolean isCommitted;

    /** ReadOnly or Committed, while it is known; else empty. */
    private String lastWord = "";

    private boolean isAsked;
    private boolean hasRestarted;

    /** Whether its vote is from an earlier life, so that recovery carries the decision out, perhaps later. */
    private boolean isRecovered;

    /**
     * Whether it has ended in an earlier life, and perhaps asks once more: the record of that need not be forced, as its
     * coordinator presumes a rollback (law 18). Then its data are decided, and its answers agree with the messages.
     */
    private boolean isUnsure;

    /** What it may say then, at once or later. */
    private final Set<String> allowed = new LinkedHashSet<>();

    /** The first decision that came in such a life, as the answer to it, until it is carried out; empty for none. */
    private String ordered = "";

    private final List<String> due = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private boolean mayResend;
    private boolean mayLeave;

    PartView(String name, String vote) {
        this.name = name;
        this.vote = vote;
    }

    /** The coordinator has registered it. */
    void registered() {
        state = state == State.NONE && !isAsked && !hasRestarted && !told.contains("Aborted") ? State.ACTIVE : state;
    }

    /**
     * A message arrives; what it must say follows.
     *
     * @param isBusy whether a call is not answered yet (law 16: a subordinate prepares only when it is idle)
     */
    void hears(String message, boolean isBusy) {
        State before = state;
        isAsked = true;
        if (isUnsure) {
            allowed.addAll(
                    message.equals("Prepare")
                            ? List.of("Prepared", "Aborted")
                            : List.of(answer(message), "InvalidState"));
            return;
        }
        if (!ordered.isEmpty()) {
            if (!message.equals("Prepare") && !answer(message).equals(ordered)) {
                due.add("InvalidState");
            }
            return;
        }
        if (isRecovered && before == State.PREPARED && !message.equals("Prepare")) {
            ordered = answer(message);
            return;
        }
        switch (message) {
            case "Prepare" -> prepare(isBusy);
            case "Commit" -> {
                switch (before) {
                    case NONE -> {
                        due.add("Committed");
                        lastWord = name.equals("D") ? "Committed" : lastWord;
                    }
                    case ACTIVE -> {
                        due.add("InvalidState");
                        mayLeave = true;
                    }
                    case PREPARED -> {
                        due.add("Committed");
                        isCommitted = true;
                        lastWord = "Committed";
                    }
                }
                state = State.NONE;
            }
            case "Rollback" -> {
                due.add("Aborted");
                state = State.NONE;
                lastWord = "";
            }
            default -> throw new AssertionError(message);
        }
    }

    private static String answer(String decision) {
        return decision.equals("Commit") ? "Committed" : "Aborted";
    }

    private void prepare(boolean isBusy) {
        switch (state) {
            case NONE -> {
                if (name.equals("V")) {
                    due.add(vote); // it may be asked for its synchronizations any number of times
                } else if (!lastWord.equals("Committed")) {
                    due.add(lastWord.isEmpty() ? "Aborted" : lastWord);
                }
            }
            case ACTIVE -> {
                String votes = isBusy ? "Aborted" : vote;
                due.add(votes);
                state = votes.equals("Prepared") ? State.PREPARED : State.NONE;
                lastWord = votes.equals("ReadOnly") && name.equals("D") ? votes : "";
            }
            case PREPARED -> due.add("Prepared");
        }
    }

    /** A message to the synchronizations of a participant that is not active any more: too late, in either way. */
    void hearsTooLate() {
        state = State.NONE;
        allowed.addAll(List.of("ReadOnly", "Aborted", "Committed", "InvalidState"));
    }

    /** Somebody without the key says something. */
    void hearsForged() {
        due.add("UnknownTransaction");
    }

    /** It may say again what it has said, or give up what it has not voted about. */
    void timePasses() {
        mayResend = true;
        mayLeave = true;
    }

    /** Its work was given up. */
    void givesUp() {
        state = state == State.ACTIVE ? State.NONE : state;
    }

    /** It may give up what it has not voted about. */
    void mayLeave() {
        mayLeave = true;
    }

    /** The node sends something. */
    void says(String message) {
        said.add(message);
        told.add(message);
    }

    void crash() {
        hasRestarted = true;
        if (state == State.ACTIVE) {
            state = State.NONE;
        }
        lastWord = "";
        isUnsure |= state == State.NONE && told.contains("Prepared");
        isRecovered = state == State.PREPARED;
        allowed.clear(); // what it was going to say is lost
        if (isUnsure) {
            allowed.add("Prepared");
        }
        ordered = "";
    }

    /** It has said what it must, and nothing else. */
    void stepEnds(List<String> history) {
        for (String each : due) {
            assertThat(said).as("%s must say, in %s", name, state).contains(each);
            said.remove(each);
        }
        said.removeIf(allowed::contains);
        if (!ordered.isEmpty()) {
            carriesOut();
        }
        if (mayResend && state == State.PREPARED) {
            said.removeIf("Prepared"::equals);
        }
        if (mayLeave && state != State.PREPARED && said.remove("Aborted")) {
            state = State.NONE;
        }
        assertThat(said).as("%s says, in %s", name, state).isEmpty();
        due.clear();
        mayResend = false;
        mayLeave = false;
    }

    /** In its time it does what was ordered, and says so to each message that ordered it. */
    private void carriesOut() {
        if (said.contains(ordered)) {
            isCommitted |= ordered.equals("Committed");
            lastWord = ordered.equals("Committed") ? ordered : "";
            state = State.NONE;
            said.removeIf(ordered::equals);
            ordered = "";
        }
    }
}
