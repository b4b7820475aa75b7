package dev.assent.core.recovery;

import java.util.List;

/**
 * What one recovery pass found and did. Immutable.
 *
 * @param listed branches of this node that resources hold in doubt
 * @param committed transactions whose commit was finished
 * @param rolledBack transactions whose rollback was finished
 * @param waiting transactions that still wait for a resource
 * @param inDoubt transactions whose last resource only an operator can ask what it did (law 13)
 * @param heuristic transactions whose heuristic outcome waits for an operator
 * @param leftAlone branches that nobody may touch without an operator
 * @param unreachable the names of resources that were not reached
 */
public record RecoveryReport(
        int listed,
        int committed,
        int rolledBack,
        int waiting,
        int inDoubt,
        int heuristic,
        int leftAlone,
        List<String> unreachable) {
    /** Whether nothing is left to do for recovery itself. */
    public boolean isComplete() {
        return waiting == 0 && unreachable.isEmpty();
    }
}
