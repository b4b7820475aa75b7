package dev.assent.testkit.simulation;

import dev.assent.spi.XaTraits;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Law 21: what ties a transaction to a thread touches no resource; and a connection joins a branch, or comes back to it, only
 * where its resource can do that. Judged when the call arrives, whatever becomes of it. Not thread-safe.
 */
final class AssociationOracle {
    /** Ties a transaction to its thread, or unties it. */
    interface Tie<X extends Exception> {
        void run() throws X;
    }

    private final World world;
    private final Ledger ledger;

    AssociationOracle(World world) {
        this.world = world;
        this.ledger = world.ledger();
    }

    /** Runs something that makes no call of a resource. */
    <X extends Exception> void untouched(String what, Tie<X> tie) throws X {
        long before = world.resourceCalls();
        tie.run();
        if (world.resourceCalls() != before) {
            ledger.broken("law 21", what + " calls a resource");
        }
    }

    /**
     * A connection is to work on a branch.
     *
     * @param branch null when the resource has never known it
     */
    void starts(SimulatedSession session, int flags, @Nullable BranchTruth branch) {
        if (flags == XAResource.TMNOFLAGS) {
            return;
        }
        XaTraits traits = session.resource().traits();
        if (branch == null) {
            ledger.broken("law 21", "a branch is to be joined that " + session.resource() + " does not have");
        } else if (traits.endsLate()) {
            ledger.broken("law 21", "a connection is to come back, which its resource can't: " + branch);
        } else if (branch.isUnprepared() && !branch.isWorkOf(session) && !traits.joins()) {
            ledger.broken("law 21", "another connection is to join, which its resource can't: " + branch);
        }
    }

    /** A connection is to interrupt or end its work. */
    void ends(SimulatedSession session, int flags) {
        if (flags == XAResource.TMSUSPEND && session.resource().traits().endsLate()) {
            ledger.broken("law 21", "work is interrupted at " + session.resource() + ", which could not go on with it");
        }
    }
}
