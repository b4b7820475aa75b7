package dev.assent.transport.iiop.served;

import dev.assent.TransactionId;
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
 * The participant that registers, as its reference says: an Assent subordinate by its incarnation, a stranger by its
 * address. Immutable.
 *
 * @param branch the participant's branch
 * @param address the address for requests to it
 * @param number the number of its registration, as in {@link dev.assent.remote.message.Request.Register}
 */
record Registrant(BranchRef branch, String address, int number) {
    /**
     * Reads a reference, without a call.
     *
     * @throws BAD_PARAM when it is nil, has no address, or is too long for a record
     */
    static Registrant of(NodeOrb orb, TransactionId id, org.omg.CORBA.@Nullable Object reference) {
        if (reference == null) {
            throw new BAD_PARAM("a nil reference can't be registered", 0, CompletionStatus.COMPLETED_NO);
        }
        try {
            Ior ior = orb.ior(reference);
            String address = IiopAddress.of(ior).toRecord();
            ObjectName named = named(ior);
            return new Registrant(branch(id, named, address), address, number(named));
        } catch (ReferenceException refused) {
            throw new BAD_PARAM(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }

    /** The name in an Assent reference; null for a stranger's. */
    private static @Nullable ObjectName named(Ior ior) {
        try {
            return KeyRing.unsealed(ior);
        } catch (ReferenceException stranger) {
            return null;
        }
    }

    private static BranchRef branch(TransactionId id, @Nullable ObjectName named, String address) {
        if (named instanceof ObjectName.Resource resource && resource.id().equals(id)) {
            return new BranchRef(id, resource.incarnation());
        }
        if (named instanceof ObjectName.Synchronization one && one.id().equals(id)) {
            return new BranchRef(id, one.incarnation());
        }
        return BranchRef.ofStranger(id, address);
    }

    private static int number(@Nullable ObjectName named) {
        return named instanceof ObjectName.Synchronization one ? one.number() : 0;
    }
}
