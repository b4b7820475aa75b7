package dev.assent.transport.soap.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.remote.message.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an initiator must tell its application: the initiator's table of Completion (WS-AtomicTransaction 1.2, section 9.1)
 * with the rows that docs/design/ws-at.md adds. It shares no code with the transport.
 *
 * <p>Not thread-safe.
 */
final class InitiatorView {
    enum State {
        NONE,
        ACTIVE,
        COMPLETING
    }

    /** A caller that has asked for the end. */
    static final class Asker {
        final boolean isCommit;
        final long sinceNanos;
        final long millis;
        String due = "";
        String told = "";

        Asker(boolean isCommit, long sinceNanos, long millis) {
            this.isCommit = isCommit;
            this.sinceNanos = sinceNanos;
            this.millis = millis;
        }
    }

    /** A request under way. */
    private static final class Posted {
        final Asker asker;
        final long sinceNanos;
        final long millis;
        boolean isBegun;

        Posted(Asker asker, long sinceNanos, long millis) {
            this.asker = asker;
            this.sinceNanos = sinceNanos;
            this.millis = millis;
        }
    }

    State state = State.ACTIVE;

    /** The outcome that the coordinator has reported; empty for none. */
    String outcome = "";

    private boolean mayBeHeard;
    private String last = "";
    private final List<Asker> waiting = new ArrayList<>();
    private final List<Asker> all = new ArrayList<>();
    private final Map<String, Posted> posted = new HashMap<>();
    private Asker asking;
    private String expected = "";

    // ---- the application

    /** The application asks. */
    Asker asks(boolean isCommit, long now, long millis) {
        Asker asker = new Asker(isCommit, now, millis);
        all.add(asker);
        asking = asker;
        String message = isCommit ? "Commit" : "Rollback";
        boolean isAgain = last.equals(message);
        if (state == State.NONE) {
            asker.due = outcome;
        } else if (state == State.COMPLETING && !isAgain) {
            asker.due = "STATE";
        } else {
            last = message;
            state = State.COMPLETING;
            waiting.add(asker);
            expected = message;
        }
        return asker;
    }

    /** The initiator sends a request. */
    void sent(String message, String identity, long now) {
        boolean isForAsker = message.equals(expected);
        if (!isForAsker) {
            assertThat(state).as("%s again", message).isEqualTo(State.COMPLETING);
            assertThat(message).as("again").isEqualTo(last);
        }
        expected = "";
        posted.put(identity, new Posted(isForAsker ? asking : null, now, isForAsker ? asking.millis : 20_000));
    }

    /** An asker is told. */
    void told(Asker asker, Response response, long now) {
        assertThat(asker.told).as("the application is told once").isEmpty();
        if (response instanceof Response.Ended ended) {
            asker.told = ended.outcome().name();
        } else if (response instanceof Response.Refused refused) {
            asker.told = refused.why().name();
        } else {
            asker.told = ((Response.Unanswered) response).mayHaveArrived() ? "LOST" : "UNSENT";
            boolean isOverdue = now - asker.sinceNanos >= asker.millis * 1_000_000;
            if (asker.due.isEmpty() && isOverdue) {
                boolean isSafe = asker.told.equals("LOST") || !mayBeHeard;
                assertThat(isSafe).as("a request that may have arrived").isTrue();
                waiting.remove(asker);
                return;
            }
        }
        assertThat(asker.told).as("the application is told").isEqualTo(asker.due);
    }

    // ---- the coordinator

    /** The coordinator's word arrives by a message of its own; returns whether it must be refused. */
    boolean hears(String word) {
        switch (word) {
            case "Committed" -> {
                if (state == State.ACTIVE) {
                    return true;
                }
                end("COMMITTED", State.NONE);
            }
            case "Aborted" -> {
                if (state == State.ACTIVE) {
                    outcome = "ROLLED_BACK";
                    state = State.NONE;
                    tellAll();
                }
                end("ROLLED_BACK", State.NONE);
            }
            case "InconsistentInternalState" -> end("HEURISTIC_MIXED", State.NONE);
            case "UnknownTransaction" -> end("UNKNOWN", State.ACTIVE);
            default -> {
                // not an outcome
            }
        }
        return false;
    }

    private void end(String how, State next) {
        if (state == State.COMPLETING) {
            outcome = how;
            state = next;
            tellAll();
        }
    }

    private void tellAll() {
        waiting.forEach(each -> each.due = outcome);
        waiting.clear();
    }

    /** A request arrives there, or may have. */
    void begun(String identity) {
        Posted one = posted.get(identity);
        if (one != null) {
            one.isBegun = true;
        }
    }

    /**
     * The answer to a request comes.
     *
     * @param word an outcome; "refused" if it says that nothing was done; "" for neither
     */
    void answered(String identity, String word) {
        Posted one = posted.remove(identity);
        if (one == null) {
            return;
        }
        boolean isOutcome = !word.isEmpty() && !word.equals("refused");
        if (isOutcome) {
            mayBeHeard = true;
            hears(word);
        } else if (one.asker != null) {
            settle(one.asker, !word.equals("refused"), "STATE");
        }
    }

    /** A request gets no answer. */
    void lost(String identity, boolean mayHaveArrived) {
        Posted one = posted.remove(identity);
        if (one != null && one.asker != null) {
            boolean isWaiting = waiting.contains(one.asker);
            settle(one.asker, mayHaveArrived, "UNSENT");
            if (mayBeHeard && isWaiting) {
                one.asker.due = "LOST";
                waiting.remove(one.asker);
            }
        }
    }

    private void settle(Asker asker, boolean isHeard, String otherwise) {
        mayBeHeard |= isHeard;
        if (!mayBeHeard) {
            state = state == State.COMPLETING ? State.ACTIVE : state;
            if (waiting.remove(asker)) {
                asker.due = otherwise;
            }
        }
    }

    /** Time has passed, and the transport has looked at the clock. */
    void timePasses(long now) {
        for (String each : List.copyOf(posted.keySet())) {
            Posted one = posted.get(each);
            if (now - one.sinceNanos >= one.millis * 1_000_000) {
                posted.remove(each);
                if (one.asker != null) {
                    settle(one.asker, one.isBegun, "UNSENT");
                }
            }
        }
    }

    void stepEnds() {
        for (Asker each : all) {
            assertThat(each.told.isEmpty() ? "" : each.told)
                    .as("what the application is told")
                    .isEqualTo(each.due.isEmpty() ? each.told : each.due);
        }
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
