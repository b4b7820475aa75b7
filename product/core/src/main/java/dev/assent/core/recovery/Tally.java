package dev.assent.core.recovery;

import dev.assent.RecoveryReport;
import dev.assent.core.commit.Step;
import dev.assent.core.transaction.GlobalTransaction;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Counts what a recovery pass does. Confined to the pass. */
final class Tally {
    private final Predicate<GlobalTransaction> awaitsRecovery;
    int listed;
    int leftAlone;
    private int waiting;
    private int committed;
    private int rolledBack;

    Tally(Predicate<GlobalTransaction> awaitsRecovery) {
        this.awaitsRecovery = awaitsRecovery;
    }

    /** Counts one transaction that waited, by the step it has reached. */
    void count(GlobalTransaction transaction) {
        switch (transaction.step()) {
            case COMMITTED -> committed++;
            case ROLLED_BACK -> rolledBack++;
            default -> waiting += awaitsRecovery.test(transaction) ? 1 : 0;
        }
    }

    RecoveryReport report(List<String> unreachable, Collection<GlobalTransaction> parked) {
        int heuristic = (int)
                parked.stream().filter(each -> each.step() == Step.HEURISTIC).count();
        int inDoubt = (int) parked.stream()
                .filter(each -> each.step() == Step.IN_DOUBT && !awaitsRecovery.test(each))
                .count();
        return new RecoveryReport(
                listed, committed, rolledBack, waiting, inDoubt, heuristic, leftAlone, List.copyOf(unreachable));
    }
}
