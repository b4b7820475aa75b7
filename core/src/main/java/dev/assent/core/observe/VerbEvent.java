package dev.assent.core.observe;

import dev.assent.core.commit.Verb;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Flight recorder events of what participants were asked, with the time until they answered. */
@Category("Assent")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // read by the flight recorder
public abstract class VerbEvent extends Event {
    private static final VerbEvent PREPARE = new Prepare();
    private static final VerbEvent COMMIT = new Commit();
    private static final VerbEvent ROLLBACK = new Rollback();

    @Label("Transaction")
    private @Nullable String transaction;

    @Label("Participant")
    private @Nullable String participant;

    @Label("Answer")
    private @Nullable String answer;

    @Label("One phase")
    private boolean onePhase;

    private VerbEvent() {}

    /** Starts the event of a verb; null when nobody records it, or for a verb without one. */
    public static @Nullable VerbEvent begin(Verb verb) {
        VerbEvent probe = switch (verb) {
            case PREPARE -> PREPARE;
            case COMMIT, COMMIT_ONE_PHASE -> COMMIT;
            case ROLLBACK, FORGET -> ROLLBACK;
        };
        if (!probe.isEnabled() || verb == Verb.FORGET) {
            return null;
        }
        VerbEvent event = switch (verb) {
            case PREPARE -> new Prepare();
            case COMMIT, COMMIT_ONE_PHASE -> new Commit();
            case ROLLBACK, FORGET -> new Rollback();
        };
        event.onePhase = verb == Verb.COMMIT_ONE_PHASE;
        event.begin();
        return event;
    }

    /** Ends and records the event. */
    public void end(TransactionId id, String name, Answer given) {
        end();
        if (shouldCommit()) {
            transaction = id.toString();
            participant = name;
            answer = given.name();
            commit();
        }
    }

    @Name("dev.assent.Prepare")
    @Label("Prepare")
    private static final class Prepare extends VerbEvent {}

    @Name("dev.assent.Commit")
    @Label("Commit")
    private static final class Commit extends VerbEvent {}

    @Name("dev.assent.Rollback")
    @Label("Roll Back")
    private static final class Rollback extends VerbEvent {}
}
