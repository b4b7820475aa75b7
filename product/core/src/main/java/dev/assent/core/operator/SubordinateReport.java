package dev.assent.core.operator;

import dev.assent.core.commit.Step;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaCodes;
import org.jspecify.annotations.Nullable;

/**
 * A process that this node has called, and whose part of a transaction this node decides. Immutable.
 *
 * @param name its name on this node
 * @param node its node; null if it does not belong to one
 * @param address where this node reaches it
 * @param isPrepared whether its vote was "prepared"; false also if nobody knows any more
 * @param inLog its state as this node knows it
 * @param waitsFor what it still waits for; null for nothing
 * @param problem why the last request to it failed; null if it succeeded, or if there was none in this life of the
 *     node
 */
record SubordinateReport(
        String name,
        @Nullable String node,
        String address,
        boolean isPrepared,
        String inLog,
        @Nullable Word waitsFor,
        @Nullable String problem) {
    /** An event that a subordinate can wait for. */
    public enum Word {
        /** This node's request to commit. */
        COMMIT("commit"),
        /** This node's request to roll back. */
        ROLLBACK("rollback"),
        /** The decision, of this node or its superior. */
        DECISION("decision"),
        /** The end of the transaction by the application. */
        END("end");

        private final String key;

        Word(String key) {
            this.key = key;
        }

        /** The word for it in reports; it never changes its meaning. */
        public String key() {
            return key;
        }
    }

    /**
     * The subordinate of a transaction.
     *
     * @param address of the participant
     */
    static SubordinateReport of(GlobalTransaction transaction, Participant participant, String address, String inLog) {
        boolean isOpen = transaction.participants().unfinished().contains(participant);
        Word waitsFor = isOpen ? word(transaction) : null;
        boolean hasVoted = isOpen
                && switch (transaction.step()) {
                    case PREPARED, IN_DOUBT, UNKNOWN, COMMIT_PARKED, COMMITTING, OBEYING, RECORDING_WORD -> true;
                    default -> false;
                };
        Throwable failure = isOpen ? participant.problem() : null;
        String problem = failure == null ? null : XaCodes.describe(failure);
        String known = transaction.step() == Step.ACTIVE ? "not asked" : inLog;
        return new SubordinateReport(
                participant.name(), participant.node(), address, hasVoted, known, waitsFor, problem);
    }

    private static Word word(GlobalTransaction transaction) {
        return switch (transaction.step()) {
            case ACTIVE -> Word.END;
            case COMMITTING, RECORDING_COMMIT, COMMIT_PARKED, OBEYING, RECORDING_WORD, COMMITTED -> Word.COMMIT;
            case ROLLING_BACK, RECORDING_ROLLBACK, ROLLBACK_PARKED, DECIDING_ROLLBACK, ROLLED_BACK -> Word.ROLLBACK;
            case HEURISTIC -> transaction.forDecision().isCommit() ? Word.COMMIT : Word.ROLLBACK;
            case PREPARING,
                    ONE_PHASE,
                    ANNOUNCING,
                    ASKING_LAST,
                    DECIDING,
                    RECORDING_PREPARED,
                    PREPARED,
                    IN_DOUBT,
                    UNKNOWN -> Word.DECISION;
        };
    }

    /** For people. */
    @Override
    public String toString() {
        String waits = waitsFor == null
                ? ""
                : switch (waitsFor) {
                    case COMMIT -> "; waits for the request to commit";
                    case ROLLBACK -> "; waits for the request to roll back";
                    case DECISION -> "; waits for the decision";
                    case END -> "; waits for the application";
                };
        return name + " at " + address + ": " + inLog + (isPrepared ? "; it has voted prepared" : "") + waits
                + (problem == null ? "" : "; it last said " + problem);
    }
}
