package dev.assent.core.transaction;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Participant;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of the engine's records, which all have one form:
 *
 * <pre>
 *   byte   1 when the decision is to commit, 0 for rollback, or for none yet; 2 more for a subordinate
 *   32 bytes, only then: this node's identity for it, with its life and sequence
 *   short  number of participants
 *   then for each
 *     byte   its answer so far: a code, or 255 when it still must be asked
 *     ...    its own description ({@link Participant#describe})
 *   long   when the decision was made, in milliseconds since 1970-01-01T00:00Z
 * </pre>
 *
 * A decision names the prepared participants; none of them has answered yet. A heuristic record replaces the decision;
 * it names all participants except those that are finished and have nothing to report. The record of a last resource
 * names the prepared participants and the last resource, and awaits the decision. The record of a prepared subordinate
 * awaits it too; the description of its superior follows.
 *
 * @param head what it says of the transaction
 * @param entries the participants
 */
record DecisionRecord(Head head, List<Entry> entries) {
    private static final int COMMIT = 1;
    private static final int SUBORDINATE = 2;

    /** The codes of answers on disk: never the ordinals, which may change. */
    private static final Answer[] CODES = {
        Answer.DONE, Answer.HEURISTIC_COMMIT, Answer.HEURISTIC_ROLLBACK, Answer.HEURISTIC_MIXED, Answer.HEURISTIC_HAZARD
    };

    private static final int NO_ANSWER = 255;

    /**
     * What a record says of its transaction.
     *
     * @param isCommit the decision
     * @param incarnation this node's identity for a subordinate; null for one that is decided here
     * @param sinceMillis when the decision was made
     */
    record Head(boolean isCommit, @Nullable LocalTransactionId incarnation, long sinceMillis) {}

    /**
     * One participant.
     *
     * @param participant rebuilt from its description
     * @param answer DONE or a heuristic answer if it is finished, RETRY if the node must still ask it
     */
    record Entry(Participant participant, Answer answer) {}

    /** Writes the record of what a transaction is doing. */
    static void write(ByteSink out, GlobalTransaction transaction) {
        Progress progress = transaction.progress();
        progress.since();
        boolean isCommit = progress.step == Step.DECIDING || progress.committing;
        write(out, new Head(isCommit, transaction.incarnation(), progress.sinceMillis), transaction.participants());
        if (progress.step == Step.RECORDING_PREPARED) {
            Objects.requireNonNull(transaction.subordinate()).superior().describe(out);
        }
    }

    private static void write(ByteSink out, Head head, Participants seats) {
        int named = 0;
        for (int i = 0; i < seats.count(); i++) {
            named += isNamed(seats.get(i)) ? 1 : 0;
        }
        LocalTransactionId incarnation = head.incarnation();
        out.putByte((head.isCommit() ? COMMIT : 0) + (incarnation == null ? 0 : SUBORDINATE));
        if (incarnation != null) {
            out.putBytes(incarnation.global(), 0, LocalTransactionId.BYTES);
        }
        out.putByte(named >>> 8).putByte(named);
        for (int i = 0; i < seats.count(); i++) {
            if (isNamed(seats.get(i))) {
                out.putByte(code(seats.get(i)));
                seats.get(i).participant.describe(out);
            }
        }
        out.putLong(head.sinceMillis());
    }

    /** All except those that are finished and have nothing to report: read-only, or rolled back before. */
    private static boolean isNamed(Seat seat) {
        return !seat.finished || code(seat) != NO_ANSWER;
    }

    private static int code(Seat seat) {
        if (seat.finished) {
            for (int code = 0; code < CODES.length; code++) {
                if (CODES[code] == seat.answer) {
                    return code;
                }
            }
        }
        return NO_ANSWER;
    }

    /**
     * A code of a later version is not understood. That version may forbid just what an older one would do: ask again
     * (law 10: the unknown is left alone).
     */
    private static Answer answer(int code) {
        if (code == NO_ANSWER) {
            return Answer.RETRY;
        }
        if (code >= CODES.length) {
            throw new IllegalArgumentException("answer of unknown code " + code);
        }
        return CODES[code];
    }

    /** This node's identity for a subordinate, from a record whose rest may not be understood; null if it has none. */
    static @Nullable LocalTransactionId incarnation(ByteBuffer body) {
        boolean isSubordinates = body.remaining() > LocalTransactionId.BYTES && (body.get() & SUBORDINATE) != 0;
        try {
            return isSubordinates ? LocalTransactionId.read(body) : null;
        } catch (IllegalArgumentException unknownForm) {
            return null;
        }
    }

    static DecisionRecord read(int kind, TransactionId id, ByteBuffer in, Descriptions descriptions) {
        int flags = in.get();
        if ((flags & ~(COMMIT | SUBORDINATE)) != 0) {
            throw new IllegalArgumentException("flags " + flags);
        }
        LocalTransactionId incarnation = (flags & SUBORDINATE) == 0 ? null : LocalTransactionId.read(in);
        TransactionId branchesId = incarnation == null || id instanceof LocalTransactionId ? id : incarnation;
        Descriptions.Source source = new Descriptions.Source(id, branchesId, kind != RecordKind.LAST_RESOURCE);
        int count = in.getShort() & 0xFFFF;
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Answer answer = answer(in.get() & 0xFF);
            entries.add(new Entry(descriptions.participant(in.get(), source, in), answer));
        }
        return new DecisionRecord(new Head((flags & COMMIT) != 0, incarnation, in.getLong()), entries);
    }
}
