package dev.assent.remote.message;

import org.jspecify.annotations.Nullable;

/** The result of a {@link Call}. Immutable. */
public sealed interface Result {
    /** The effect on the transaction that the call was part of; {@link Effect#NONE} if no reply came. */
    default Effect effect() {
        return Effect.NONE;
    }

    /** This result with another effect on the transaction; this result itself if no reply came. */
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
     * No reply came, or one that does not say whether the work was done.
     *
     * @param mayHaveArrived whether the other process may have got the call
     * @param refusal a reply that is a refusal by its kind, but does not say that nothing was done. It counts as a
     *     refusal if no other process can have work in the transaction, see {@link #refused}; null if there was no such
     *     reply
     */
    record Unanswered(
            boolean mayHaveArrived,
            Throwable cause,
            @Nullable Throwable refusal) implements Result {
        /** No reply at all. */
        public Unanswered(boolean mayHaveArrived, Throwable cause) {
            this(mayHaveArrived, cause, null);
        }

        /**
         * The refusal, if the caller knows that no other process has work in the transaction; this result if there is
         * none.
         */
        public Result refused() {
            return refusal == null ? this : new Thrown(refusal, false, Effect.NONE);
        }
    }

    /**
     * The effect of a call on its transaction.
     *
     * @param registration the subordinate that the work became part of; null if there is none, or the caller knows its
     *     unchanged registration
     * @param isRollbackOnly whether the transaction can only roll back
     */
    record Effect(@Nullable Registration registration, boolean isRollbackOnly) {
        /** No effect. */
        public static final Effect NONE = new Effect(null, false);
    }
}
