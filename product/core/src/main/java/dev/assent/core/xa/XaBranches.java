package dev.assent.core.xa;

import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.spi.RecoverableResource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The XA branches of one transaction, the latest first.
 *
 * <p>Thread safety: guarded by the transaction's gate.
 */
public final class XaBranches {
    private @Nullable XaBranch last;
    private int count;

    /**
     * Puts an XAResource to work in a transaction: continues its branch, joins a branch of its resource manager where
     * that is allowed (law 21: suspend touches no resource), or makes a branch for it.
     *
     * @throws XAException thrown by {@code start}; nothing has changed then
     * @throws IllegalStateException if the transaction takes no more participants
     */
    public void start(GlobalTransaction transaction, RecoverableResource resource, XAResource with) throws XAException {
        XaBranch known = branchOf(with);
        if (known != null) {
            known.resume(with);
            return;
        }
        for (XaBranch branch = last; branch != null; branch = branch.previous()) {
            if (branch.name().equals(resource.name()) && branch.canJoin(with)) {
                branch.start(with);
                return;
            }
        }
        transaction.participants().checkRoom(resource.name());
        count++;
        BranchXid xid = new BranchXid(transaction.branchesId(), transaction.life(), BranchXid.PRESUMED_ABORT, count);
        XaBranch branch = new XaBranch(xid, resource.name(), resource.traits(), last);
        branch.start(with);
        last = branch;
        transaction.participants().enlist(branch);
    }

    /** The branch that this XAResource works on; null if it works on none. */
    public @Nullable XaBranch branchOf(XAResource candidate) {
        for (XaBranch branch = last; branch != null; branch = branch.previous()) {
            if (branch.associationOf(candidate) != null) {
                return branch;
            }
        }
        return null;
    }
}
