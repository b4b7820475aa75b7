package dev.assent;

import java.util.List;

/**
 * What one recovery pass found and did. Immutable.
 *
 * @param listed branches of this node that resources hold in doubt
 * @param committed transactions whose commit was finished
 * @param rolledBack transactions whose rollback was finished
 * @param waiting transactions that still wait for a resource
 * @param inDoubt transactions that wait for an operator, since only an operator can find out what their last
 *     resource did (law 13: the last resource is announced)
 * @param heuristic transactions whose heuristic outcome waits for an operator
 * @param leftAlone branches that wait for an operator
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
    /** Whether recovery itself has nothing left to do. */
    public boolean isComplete() {
        return waiting == 0 && unreachable.isEmpty();
    }
}
