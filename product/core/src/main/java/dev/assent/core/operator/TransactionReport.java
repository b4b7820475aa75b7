package dev.assent.core.operator;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction in doubt: since when, why, and what it waits for. Immutable.
 *
 * @param id its identity
 * @param standing why it is in doubt, in a word
 * @param superior the process that decides it; null if this node does, or nobody knows
 * @param sinceMillis since when, in milliseconds since 1970; 0 if unknown
 * @param why in a sentence
 * @param waitsFor what it waits for
 * @param act what an operator has done about it; null for nothing
 * @param whatIf what a resolution would do
 * @param branches its branches
 * @param subordinates the called processes that this node tells the decision
 */
record TransactionReport(
        TransactionId id,
        Standing standing,
        @Nullable String superior,
        long sinceMillis,
        String why,
        WaitsFor waitsFor,
        @Nullable Act act,
        WhatIf whatIf,
        List<BranchReport> branches,
        List<SubordinateReport> subordinates) {
    /** The same, with another effect of a resolution. */
    TransactionReport with(WhatIf other) {
        return new TransactionReport(
                id, standing, superior, sinceMillis, why, waitsFor, act, other, branches, subordinates);
    }

    /**
     * The effect that an operator's resolution would have.
     *
     * @param commit if it is commit
     * @param rollback if it is rollback
     */
    public record WhatIf(Would commit, Would rollback) {
        /** Both would be refused. */
        static WhatIf refused(String why) {
            return new WhatIf(Would.refuse(why), Would.refuse(why));
        }
    }
}
