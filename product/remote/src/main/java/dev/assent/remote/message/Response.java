package dev.assent.remote.message;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.message.OneLine;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import org.jspecify.annotations.Nullable;

/** The answer of a process to a {@link Request}, or the reason why there is none. Immutable. */
public sealed interface Response {
    /**
     * To {@link Request.Ask}, {@link Request.Vote}, {@link Request.Completed}, {@link Request.Restarted} and {@link
     * HandleRequest.Mark}.
     *
     * @param answer any but PENDING
     */
    record Answered(Answer answer) implements Response {}

    /**
     * To {@link Request.Register}: the subordinate is registered.
     *
     * @param address the address for later inquiries (a RecoveryCoordinator, a coordinator's endpoint); null if that is
     *     the address of the registration
     */
    record Registered(@Nullable String address) implements Response {
        /** For display. */
        @Override
        public String toString() {
            return "Registered" + (address == null ? "" : " at " + ShownAddress.of(address));
        }
    }

    /** To {@link Request.Inquire}. */
    record Decided(Decision decision) implements Response {}

    /**
     * To {@link HandleRequest.Look}.
     *
     * @param step the step that the transaction has reached
     * @param isMarked whether it can only roll back
     * @param isCommitting whether the decision is commit
     * @param remainingMillis as in a {@link Context}
     */
    record Seen(Step step, boolean isMarked, boolean isCommitting, long remainingMillis) implements Response {}

    /** To {@link Request.Begin} and {@link HandleRequest.Recreate}. */
    record Begun(Context context) implements Response {}

    /**
     * To {@link Request.End}.
     *
     * @param outcome any but PENDING
     * @param why the reason in a sentence, if the outcome is not the one that was asked for; else empty
     */
    record Ended(Outcome outcome, String why) implements Response {
        /** Cuts the text of another process to one line of bounded length. */
        public Ended {
            why = OneLine.of(why);
        }
    }

    /**
     * The other process did nothing.
     *
     * @param why the kind of refusal
     * @param text the reason in a sentence
     */
    record Refused(Why why, String text) implements Response {
        /** Cuts the text of another process to one line of bounded length. */
        public Refused {
            text = OneLine.of(text);
        }

        /** For display. */
        @Override
        public String toString() {
            return "it refuses: " + text;
        }

        /**
         * The request is for another node, or another life of this one (law 17).
         *
         * @param self this node and its epoch
         */
        public static Refused notMine(NodeEpoch self, NodeEpoch asked) {
            return new Refused(Why.NOT_MINE, MESSAGES.notMine(self.node(), self.epoch(), asked.node(), asked.epoch()));
        }

        /** The request does not name the node that it is for. */
        public static Refused unnamed(NodeId self, Object request) {
            return new Refused(Why.NOT_MINE, MESSAGES.messageUnnamed(self, request));
        }

        /**
         * The sender has no right to the request (law 22).
         *
         * @param from the sender, for display
         * @param what the sender asks for
         * @param of the party that has the right
         */
        public static Refused forbidden(String from, Object what, TransactionId id, String of) {
            return new Refused(Why.FORBIDDEN, MESSAGES.controlForbidden(from, what, id, of));
        }

        /** The request does not fit the state of the transaction. */
        public static Refused state(String text) {
            return new Refused(Why.STATE, text);
        }
    }

    /**
     * No answer came.
     *
     * @param mayHaveArrived whether the other process may have got the request
     */
    record Unanswered(boolean mayHaveArrived, Throwable cause) implements Response {
        /** For display. */
        @Override
        public String toString() {
            return "it has not answered (" + OneLine.of(cause) + ")";
        }
    }

    /** The decision about a transaction. */
    enum Decision {
        /** Commit. */
        COMMIT,
        /** Rollback; also presumed for a transaction that its node does not know. */
        ROLLBACK,
        /** Not decided yet, or not known: ask again later. */
        UNDECIDED
    }

    /** Why a request is refused. */
    enum Why {
        /** The process has not read its log yet, or is closing: ask again later (law 17). */
        NOT_READY,
        /** The process is not the node that the request names, or of an epoch that can't know; nothing is presumed. */
        NOT_MINE,
        /** The sender has no right to the request (law 22). */
        FORBIDDEN,
        /** The request does not fit the state of the transaction. */
        STATE,
        /** The process does not know the transaction, or no longer; only another vendor's process answers so. */
        GONE
    }
}
