package dev.assent.transport.iiop.served;

import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.function.Function;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.PortableServer.Servant;

/**
 * Makes a servant for each request, of what the object's id says.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServantMaker implements Function<byte[], Servant> {
    private final Reception reception;
    private final References references;
    private final Function<ObjectName, Servant> others;

    /**
     * A maker.
     *
     * @param others makes servants of objects that are none of the Transaction Service's
     */
    public ServantMaker(Reception reception, Function<ObjectName, Servant> others) {
        this.reception = reception;
        this.references = new References(reception.orb());
        this.others = others;
    }

    /** A key that was not made here is somebody's guess, or another node's; what it names is not told (law 22). */
    @Override
    public Servant apply(byte[] id) {
        ObjectName name;
        try {
            name = reception.orb().open(id);
        } catch (ReferenceException forged) {
            throw new NO_PERMISSION(forged.getMessage(), 0, CompletionStatus.COMPLETED_NO);
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
}
