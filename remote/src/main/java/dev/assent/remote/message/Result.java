package dev.assent.remote.message;

import org.jspecify.annotations.Nullable;

/** What became of a {@link Call}. Immutable. */
public sealed interface Result {
    /** What it did to the transaction that the call was part of; {@link Effect#NONE} when there is no reply to say it. */
    default Effect effect() {
        return Effect.NONE;
    }

    /** The same with another effect on the transaction; itself when there is no reply to have one. */
    default Result with(Effect effect) {
        if (this instanceof Returned returned) {
            return new Returned(returned.value(), effect);
        }
        return this instanceof Thrown thrown ? new Thrown(thrown.failure(), thrown.isApplications(), effect) : this;
    }

    /** The method returned. */
    record Returned(@Nullable Object value, Effect effect) implements Result {}

    /**
     * The method threw, or could not be called.
     *
     * @param isApplications whether it is an exception that the interface declares
     */
    record Thrown(Throwable failure, boolean isApplications, Effect effect) implements Result {}

    /**
     * There is no reply.
     *
     * @param mayHaveArrived whether the other process may have got the call
     * @param refusal what a reply says that is a refusal by its kind, although it does not say that nothing was done. It is
     *     one when no other process can have work in the transaction, see {@link #refused}; null for no such reply
     */
    record Unanswered(
            boolean mayHaveArrived,
            Throwable cause,
            @Nullable Throwable refusal) implements Result {
        /** Without any reply. */
        public Unanswered(boolean mayHaveArrived, Throwable cause) {
            this(mayHaveArrived, cause, null);
        }

        /** The refusal, for a caller that knows of no work that may have been done; itself when there is none. */
        public Result refused() {
            return refusal == null ? this : new Thrown(refusal, false, Effect.NONE);
        }
    }

    /**
     * What a call did to the transaction it was part of.
     *
     * @param registration the subordinate that the work became part of; null when there is none, or the caller knows
     *     it, and nothing of it has changed
     * @param isRollbackOnly whether the transaction can only roll back
     */
    record Effect(@Nullable Registration registration, boolean isRollbackOnly) {
        /** None. */
        public static final Effect NONE = new Effect(null, false);
    }
}
