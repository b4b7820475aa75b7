package dev.assent.core.transaction;

import org.jetbrains.lincheck.datastructures.Operation;

/** Two transactions begin and end in a table with room for two, and any thread looks them up. */
public class TableOperations {
    private static final RacingNode NODE = new RacingNode();

    private final TransactionTable table = new TransactionTable(2);
    private volatile GlobalTransaction one;
    private volatile GlobalTransaction other;

    private GlobalTransaction begin() {
        GlobalTransaction begun = new GlobalTransaction(NODE.coordinator, Terms.DEFAULT, Owner.NONE, Long.MAX_VALUE);
        return table.add(begun) ? begun : null;
    }

    private boolean isKnown(GlobalTransaction begun) {
        return begun != null && table.find(begun.sequence()) == begun;
    }

    @Operation(nonParallelGroup = "one")
    public boolean beginOne() {
        if (one == null) {
            one = begin();
        }
        return one != null;
    }

    @Operation(nonParallelGroup = "one")
    public void endOne() {
        if (one != null) {
            table.remove(one);
            one = null;
        }
    }

    @Operation(nonParallelGroup = "other")
    public boolean beginOther() {
        if (other == null) {
            other = begin();
        }
        return other != null;
    }

    @Operation(nonParallelGroup = "other")
    public void endOther() {
        if (other != null) {
            table.remove(other);
            other = null;
        }
    }

    @Operation(nonParallelGroup = "one")
    public boolean isOneKnown() {
        return isKnown(one);
    }

    @Operation(nonParallelGroup = "other")
    public boolean isOtherKnown() {
        return isKnown(other);
    }
}
