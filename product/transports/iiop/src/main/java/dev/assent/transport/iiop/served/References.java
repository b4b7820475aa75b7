package dev.assent.transport.iiop.served;

import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.reference.ObjectName;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.ControlHelper;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.TerminatorHelper;

/**
 * Makes references to the objects of this process from their names. It makes nothing but the reference.
 *
 * <p>Thread safety: safe to share.
 *
 * @param orb the ORB of the objects
 */
public record References(NodeOrb orb) {
    /** A Control. */
    public Control control(ObjectName.Control name) {
        return ControlHelper.unchecked_narrow(orb.reference(name, ControlHelper.id()));
    }

    /** A Coordinator. */
    public Coordinator coordinator(ObjectName.Coordinator name) {
        return CoordinatorHelper.unchecked_narrow(orb.reference(name, CoordinatorHelper.id()));
    }

    /** A Terminator. */
    public Terminator terminator(ObjectName.Terminator name) {
        return TerminatorHelper.unchecked_narrow(orb.reference(name, TerminatorHelper.id()));
    }

    /** A RecoveryCoordinator. */
    public RecoveryCoordinator recoveryCoordinator(ObjectName.Recovery name) {
        return RecoveryCoordinatorHelper.unchecked_narrow(orb.reference(name, RecoveryCoordinatorHelper.id()));
    }

    /** A Resource. */
    public Resource resource(ObjectName.Resource name) {
        return ResourceHelper.unchecked_narrow(orb.reference(name, ResourceHelper.id()));
    }

    /** A Synchronization. */
    public Synchronization synchronization(ObjectName.Synchronization name) {
        return SynchronizationHelper.unchecked_narrow(orb.reference(name, SynchronizationHelper.id()));
    }
}
