package dev.assent.remote.message;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.commit.Step;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.OneLine;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import org.jspecify.annotations.Nullable;

/** What a process answers to a {@link Request}, or what became of the request. Immutable. */
public sealed interface Response {
    /**
     * To {@link Request.Ask}, {@link Request.Vote}, {@link Request.Completed}, {@link Request.Restarted} and {@link
     * HandleRequest.Mark}.
     *
     * @param answer any but PENDING
     */
    record Answered(Answer answer) implements Response {}

    /**
     * To {@link Request.Register}: it is known.
     *
     * @param address where to ask from now on what is decided (a RecoveryCoordinator, a coordinator's endpoint); null
     *     when that is where it was registered
     */
    record Registered(@Nullable String address) implements Response {
        /** For people. */
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
     * @param step how far it is
     * @param isMarked whether it can only roll back
     * @param isCommitting whether what is decided is to commit
     * @param remainingMillis as of a {@link Context}
     */
    record Seen(Step step, boolean isMarked, boolean isCommitting, long remainingMillis) implements Response {}

    /** To {@link Request.Begin} and {@link HandleRequest.Recreate}. */
    record Begun(Context context) implements Response {}

    /**
     * To {@link Request.End}.
     *
     * @param outcome any but PENDING
     * @param why in a sentence, when it is not what was asked for; empty otherwise
     */
    record Ended(Outcome outcome, String why) implements Response {
        /** Keeps one bounded line of what another process says. */
        public Ended {
            why = OneLine.of(why);
        }
    }

    /**
     * The other process did nothing.
     *
     * @param why what to do about it
     * @param text in a sentence
     */
    record Refused(Why why, String text) implements Response {
        /** Keeps one bounded line of what another process says. */
        public Refused {
            text = OneLine.of(text);
        }

        /** For people. */
        @Override
        public String toString() {
            return "it refuses: " + text;
        }

        /**
         * The request is for another node, or another life of this one (law 17).
         *
         * @param self this one
         */
        public static Refused notMine(NodeEpoch self, NodeEpoch asked) {
            return new Refused(Why.NOT_MINE, MESSAGES.notMine(self.node(), self.epoch(), asked.node(), asked.epoch()));
        }

        /** The request does not name who is meant. */
        public static Refused unnamed(NodeId self, Object request) {
            return new Refused(Why.NOT_MINE, MESSAGES.messageUnnamed(self, request));
        }

        /**
         * Who asks has no right to (law 22).
         *
         * @param from who asks, for people
         * @param what is asked for
         * @param of whose right it is
         */
        public static Refused forbidden(String from, Object what, TransactionId id, String of) {
            return new Refused(Why.FORBIDDEN, MESSAGES.controlForbidden(from, what, id, of));
        }

        /** It does not fit the state of the transaction. */
        public static Refused state(String text) {
            return new Refused(Why.STATE, text);
        }
    }

    /**
     * There is no answer.
     *
     * @param mayHaveArrived whether the other process may have got the request
     */
    record Unanswered(boolean mayHaveArrived, Throwable cause) implements Response {
        /** For people. */
        @Override
        public String toString() {
            return "it has not answered (" + OneLine.of(cause) + ")";
        }
    }

    /** What is decided about a transaction. */
    enum Decision {
        /** To commit. */
        COMMIT,
        /** To roll back; also what is presumed of a transaction that its node does not know. */
        ROLLBACK,
        /** Nothing yet, or it is not known: ask again later. */
        UNDECIDED
    }

    /** Why a request is refused. */
    enum Why {
        /** It has not read its log yet, or is being closed: ask again later (law 17). */
        NOT_READY,
        /** It is not the node that the request names, or not of an epoch that could know: never what is presumed. */
        NOT_MINE,
        /** Who asks has no right to (law 22). */
        FORBIDDEN,
        /** What it is asked does not fit the state of the transaction. */
        STATE,
        /** It has nothing of the transaction, any more or at all; only of a process of another make. */
        GONE
    }
}
