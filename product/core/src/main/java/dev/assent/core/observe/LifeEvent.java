package dev.assent.core.observe;

import dev.assent.TransactionId;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Flight recorder events of a transaction's life. Each has a probe that is never recorded: while nobody records, {@code
 * Begin.PROBE.isEnabled()} costs nothing in compiled code and is false.
 */
@Category("Assent")
@StackTrace(false)
public abstract class LifeEvent extends Event {
    /** The global part of the transaction's identity in hexadecimal digits. */
    @Label("Transaction")
    public @Nullable String transaction;

    private LifeEvent() {}

    /** A transaction began. */
    @Name("dev.assent.Begin")
    @Label("Begin")
    public static final class Begin extends LifeEvent {
        /** Shows whether the event is recorded. */
        public static final Begin PROBE = new Begin();

        /** Records that this transaction began. */
        public static void tell(TransactionId id) {
            Begin event = new Begin();
            event.transaction = id.toString();
            event.commit();
        }
    }

    /** A resource was enlisted. */
    @Name("dev.assent.Enlist")
    @Label("Enlist")
    public static final class Enlist extends LifeEvent {
        /** Shows whether the event is recorded. */
        public static final Enlist PROBE = new Enlist();

        /** The participant's name. */
        @Label("Participant")
        public @Nullable String participant;
    }

    /** A record was forced; the duration is the transaction's wait. */
    @Name("dev.assent.Force")
    @Label("Force")
    public static final class Force extends LifeEvent {
        /** Shows whether the event is recorded. */
        public static final Force PROBE = new Force();

        /** The result of the force. */
        @Label("Durability")
        public @Nullable String durability;
    }

    /** A transaction timed out. */
    @Name("dev.assent.Timeout")
    @Label("Timeout")
    public static final class Timeout extends LifeEvent {
        /** Shows whether the event is recorded. */
        public static final Timeout PROBE = new Timeout();
    }

    /** A recovery pass; its transaction is null. */
    @Name("dev.assent.RecoveryPass")
    @Label("Recovery Pass")
    public static final class Pass extends LifeEvent {
        /** Shows whether the event is recorded. */
        public static final Pass PROBE = new Pass();

        /** Transactions whose commit was finished. */
        @Label("Committed")
        public int committed;

        /** Transactions whose rollback was finished. */
        @Label("Rolled Back")
        public int rolledBack;

        /** Resources that were not reached. */
        @Label("Unreachable")
        public int unreachable;
    }
}
