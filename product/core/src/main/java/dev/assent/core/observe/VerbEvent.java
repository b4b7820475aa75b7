package dev.assent.core.observe;

import dev.assent.TransactionId;
import dev.assent.core.participant.Answer;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Flight recorder events of verbs, with the time until the participants answered. {@link VerbProbe} makes them.
 *
 * <p>The recorder reads an event class while it is being loaded, and its parent with it. So this class must not name
 * its subclasses in code, or loading fails during a recording. And the recorder does not see private fields of a
 * parent.
 */
@Category("Assent")
@StackTrace(false)
public abstract class VerbEvent extends Event {
    /** The global part of the transaction's identity in hexadecimal digits. */
    @Label("Transaction")
    public @Nullable String transaction;

    /** The participant's name. */
    @Label("Participant")
    public @Nullable String participant;

    /** Its answer. */
    @Label("Answer")
    public @Nullable String answer;

    /** Whether it was a commit without phase one. */
    @Label("One phase")
    public boolean onePhase;

    VerbEvent() {}

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
    static final class Prepare extends VerbEvent {
        static final Prepare PROBE = new Prepare();
    }

    @Name("dev.assent.Commit")
    @Label("Commit")
    static final class Commit extends VerbEvent {
        static final Commit PROBE = new Commit();
    }

    @Name("dev.assent.Rollback")
    @Label("Roll Back")
    static final class Rollback extends VerbEvent {
        static final Rollback PROBE = new Rollback();
    }
}
