package dev.assent.core.recovery;

import dev.assent.core.commit.Step;
import dev.assent.core.transaction.Transaction;
import java.util.Collection;
import java.util.List;

/** Counts what a recovery pass does. Confined to the pass. */
final class Tally {
    int listed;
    int leftAlone;
    int waiting;
    private int committed;
    private int rolledBack;

    /** One transaction that was let go on, by the step it reached. */
    void count(Step reached) {
        switch (reached) {
            case COMMITTED -> committed++;
            case ROLLED_BACK -> rolledBack++;
            default -> waiting += reached.isParked() ? 1 : 0;
        }
    }

    RecoveryReport report(List<String> unreachable, Collection<Transaction> parked) {
        int heuristic = (int)
                parked.stream().filter(each -> each.step() == Step.HEURISTIC).count();
        return new RecoveryReport(
                listed, committed, rolledBack, waiting, heuristic, leftAlone, List.copyOf(unreachable));
    }
}
