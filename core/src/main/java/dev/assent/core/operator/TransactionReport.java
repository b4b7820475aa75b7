package dev.assent.core.operator;

import dev.assent.core.audit.Act;
import dev.assent.core.identity.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction in doubt: since when, why, what it waits for. Immutable.
 *
 * @param id its identity
 * @param standing why it is in doubt, in a word
 * @param superior who decides it; null when that is this node, or nobody knows
 * @param sinceMillis since when, in milliseconds since 1970; 0 when nobody knows
 * @param why in a sentence
 * @param waitsFor what it waits for
 * @param act what an operator has done about it; null for nothing
 * @param whatIf what a resolution would do
 * @param branches its branches
 * @param subordinates the processes that were called as a part of it, and that this node tells what is decided
 */
public record TransactionReport(
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
    /** The same, of which this is what a resolution would do. */
    TransactionReport with(WhatIf other) {
        return new TransactionReport(
                id, standing, superior, sinceMillis, why, waitsFor, act, other, branches, subordinates);
    }

    /**
     * What an operator's resolution would do.
     *
     * @param commit by commit
     * @param rollback by rollback
     */
    public record WhatIf(Would commit, Would rollback) {
        /** Both are refused. */
        static WhatIf refused(String why) {
            return new WhatIf(Would.refuse(why), Would.refuse(why));
        }
    }
}
