package dev.assent.transport.iiop.served;

import dev.assent.transport.iiop.reference.ObjectName;
import org.omg.CosTransactions.ControlPOA;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.Unavailable;

/**
 * The two ends of a transaction (Transaction Service 1.4, Control interface): the Coordinator registers participants,
 * the Terminator ends the transaction. There is a Terminator only for a transaction that began here.
 *
 * <p>Made for one request; used by its thread only.
 */
final class ControlServant extends ControlPOA {
    private final References references;
    private final ObjectName.Control name;

    ControlServant(References references, ObjectName.Control name) {
        this.references = references;
        this.name = name;
    }

    @Override
    public Terminator get_terminator() throws Unavailable {
        String owner = name.owner();
        if (owner == null) {
            throw new Unavailable();
        }
        return references.terminator(new ObjectName.Terminator(name.id(), owner));
    }

    @Override
    public Coordinator get_coordinator() {
        return references.coordinator(new ObjectName.Coordinator(name.id(), name.name()));
    }
}
