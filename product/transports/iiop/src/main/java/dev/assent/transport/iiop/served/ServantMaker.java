package dev.assent.transport.iiop.served;

import dev.assent.NodeId;
import dev.assent.remote.message.Response;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.PortableServer.Servant;

/**
 * Makes a servant for each request, from the object's id.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServantMaker implements Function<byte[], Servant> {
    private final Reception reception;
    private final References references;
    private final @Nullable NodeId self;
    private final Function<ObjectName, Servant> others;

    /**
     * Makes servants.
     *
     * @param self the node; null if this process is not a node
     * @param others makes servants of objects that do not belong to the Transaction Service
     */
    public ServantMaker(Reception reception, @Nullable NodeId self, Function<ObjectName, Servant> others) {
        this.reception = reception;
        this.references = new References(reception.orb());
        this.self = self;
        this.others = others;
    }

    @Override
    public Servant apply(byte[] id) {
        ObjectName name;
        try {
            name = reception.orb().open(id);
        } catch (ReferenceException forged) {
            throw refusal(id, forged);
        }
        if (name instanceof ObjectName.Coordinator coordinator) {
            return new CoordinatorServant(reception, references, coordinator);
        } else if (name instanceof ObjectName.Resource resource) {
            return new ResourceServant(reception, resource);
        } else if (name instanceof ObjectName.Synchronization one) {
            return new SynchronizationServant(reception, one);
        } else if (name instanceof ObjectName.Recovery recovery) {
            return new RecoveryCoordinatorServant(reception, recovery);
        } else if (name instanceof ObjectName.Control control) {
            return new ControlServant(references, control);
        } else if (name instanceof ObjectName.Terminator terminator) {
            return new TerminatorServant(reception, terminator);
        }
        return name instanceof ObjectName.Factory ? new FactoryServant(reception, references) : others.apply(name);
    }

    /**
     * The refusal of a key that was not made here. It may be a guess: then the caller does not learn what it names (law
     * 22). Or another node had this address before: then the caller should ask again, whatever its request was (law
     * 17).
     */
    private SystemException refusal(byte[] id, ReferenceException forged) {
        try {
            NodeId claimed = KeyRing.claimed(id).node();
            if (claimed != null && !claimed.equals(self)) {
                String text = "node " + claimed + " is not reached here";
                return Refusals.exception(new Response.Refused(Response.Why.NOT_MINE, text));
            }
        } catch (ReferenceException none) {
            forged.addSuppressed(none);
        }
        return new NO_PERMISSION(forged.getMessage(), 0, CompletionStatus.COMPLETED_NO);
    }
}
