package dev.assent.transport.iiop.served;

import dev.assent.core.identity.TransactionId;
import dev.assent.remote.message.BranchRef;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;

/**
 * Who registers, as its reference says: a subordinate of ours by its incarnation, a stranger by its address. Immutable.
 *
 * @param branch who it is
 * @param address where it is asked
 */
record Registrant(BranchRef branch, String address) {
    /**
     * Reads a reference; nothing is called.
     *
     * @throws BAD_PARAM when it is nil, leads nowhere, or is longer than a record has room for
     */
    static Registrant of(NodeOrb orb, TransactionId id, org.omg.CORBA.@Nullable Object reference) {
        if (reference == null) {
            throw new BAD_PARAM("a nil reference can't be registered", 0, CompletionStatus.COMPLETED_NO);
        }
        try {
            Ior ior = orb.ior(reference);
            String address = IiopAddress.of(ior).toRecord();
            return new Registrant(branch(id, ior, address), address);
        } catch (ReferenceException refused) {
            throw new BAD_PARAM(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }

    private static BranchRef branch(TransactionId id, Ior ior, String address) {
        ObjectName named;
        try {
            named = KeyRing.unsealed(ior);
        } catch (ReferenceException stranger) {
            return BranchRef.ofStranger(id, address);
        }
        if (named instanceof ObjectName.Resource resource && resource.id().equals(id)) {
            return new BranchRef(id, resource.incarnation());
        }
        if (named instanceof ObjectName.Synchronization one && one.id().equals(id)) {
            return new BranchRef(id, one.incarnation());
        }
        return BranchRef.ofStranger(id, address);
    }
}
