package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** Work of a transaction on a resource without XA. Not thread-safe. */
final class SimulatedLocalWork implements LocalWork {
    private final SimulatedSession session;
    private final BranchTruth branch;

    SimulatedLocalWork(SimulatedSession session, BranchTruth branch) {
        this.session = session;
        this.branch = branch;
    }

    @Override
    public void commit(@Nullable TransactionId marker) throws Exception {
        try {
            session.commitLocal(branch, marker != null);
        } catch (XAException failed) {
            if (failed.errorCode >= XAException.XA_RBBASE && failed.errorCode <= XAException.XA_RBEND) {
                throw new LocalRollbackException(failed);
            }
            if (branch.transaction != null) {
                branch.transaction.hasCause = true;
            }
            throw failed;
        }
    }

    @Override
    public void rollback() throws XAException {
        session.rollBackLocal(branch);
    }
}
