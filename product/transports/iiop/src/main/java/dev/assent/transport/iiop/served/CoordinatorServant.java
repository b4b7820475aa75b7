package dev.assent.transport.iiop.served;

import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.iiop.context.ContextStructs;
import dev.assent.transport.iiop.ots.Statuses;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorPOA;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.NotSubtransaction;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SubtransactionAwareResource;
import org.omg.CosTransactions.SubtransactionsUnavailable;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.Unavailable;

/**
 * A transaction of this node, as its participants see it (Transaction Service 1.4, Coordinator interface). Calls carry
 * the reference in their contexts. So every process with the reference may register, look at the transaction, and mark
 * it for rollback. There are no nested transactions: every transaction is top-level and has no children.
 *
 * <p>Made for one request; used by its thread only.
 */
final class CoordinatorServant extends CoordinatorPOA {
    private final Reception reception;
    private final References references;
    private final ObjectName.Coordinator name;

    CoordinatorServant(Reception reception, References references, ObjectName.Coordinator name) {
        this.reception = reception;
        this.references = references;
        this.name = name;
    }

    // ---- status

    private Response.@Nullable Seen look() {
        Response response = reception.handle(new HandleRequest.Look(name.id(), name.name()));
        return response instanceof Response.Seen seen ? seen : null;
    }

    @Override
    public Status get_status() {
        Response.Seen seen = look();
        return seen == null ? Status.StatusNoTransaction : Statuses.of(seen);
    }

    @Override
    public Status get_parent_status() {
        return get_status();
    }

    @Override
    public Status get_top_level_status() {
        return get_status();
    }

    @Override
    public String get_transaction_name() {
        return name.id().toString();
    }

    // ---- identity

    /**
     * Compares the names in Assent references. It does not call a stranger's Coordinator, which has another
     * transaction.
     */
    @Override
    public boolean is_same_transaction(@Nullable Coordinator other) {
        if (other == null) {
            return false;
        }
        try {
            return KeyRing.unsealed(reception.orb().ior(other)) instanceof ObjectName.Coordinator that
                    && that.id().equals(name.id());
        } catch (ReferenceException stranger) {
            return false;
        }
    }

    @Override
    public boolean is_related_transaction(Coordinator other) {
        return is_same_transaction(other);
    }

    @Override
    public boolean is_ancestor_transaction(Coordinator other) {
        return is_same_transaction(other);
    }

    @Override
    public boolean is_descendant_transaction(Coordinator other) {
        return is_same_transaction(other);
    }

    @Override
    public boolean is_top_level_transaction() {
        return true;
    }

    @Override
    public int hash_transaction() {
        return 31 * name.id().format() + Arrays.hashCode(name.id().global());
    }

    @Override
    public int hash_top_level_tran() {
        return hash_transaction();
    }

    // ---- participants

    @Override
    public RecoveryCoordinator register_resource(Resource resource) throws Inactive {
        Registrant registrant = Registrant.of(reception.orb(), name.id(), resource);
        BranchRef branch = registrant.branch();
        register(registrant, Set.of(Interest.COMPLETION));
        return references.recoveryCoordinator(
                new ObjectName.Recovery(name.id(), name.name(), branch.incarnation(), branch.address()));
    }

    /** A subordinate of ours tells its synchronizations of the end by its own completion. */
    @Override
    public void register_synchronization(Synchronization synchronization) throws Inactive {
        Registrant registrant = Registrant.of(reception.orb(), name.id(), synchronization);
        boolean isOurs = registrant.branch().incarnation() != null;
        register(
                registrant,
                isOurs
                        ? Set.of(Interest.BEFORE_COMPLETION)
                        : Set.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION));
    }

    private void register(Registrant registrant, Set<Interest> interests) throws Inactive {
        Response response = reception.ask(
                reception.caller(),
                new Request.Register(
                        name.name(),
                        new Registration(registrant.branch(), registrant.address(), interests),
                        registrant.number()));
        if (response instanceof Response.Refused refused) {
            reception.say(refused.text());
            throw new Inactive();
        }
    }

    @Override
    public void register_subtran_aware(SubtransactionAwareResource resource) throws NotSubtransaction {
        throw new NotSubtransaction();
    }

    @Override
    public Control create_subtransaction() throws SubtransactionsUnavailable {
        throw new SubtransactionsUnavailable();
    }

    @Override
    public void rollback_only() throws Inactive {
        Response response = reception.handle(new HandleRequest.Mark(name.id(), name.name()));
        if (response instanceof Response.Refused refused) {
            reception.say(refused.text());
            throw new Inactive();
        }
    }

    // ---- marking

    @Override
    public PropagationContext get_txcontext() throws Unavailable {
        Response.Seen seen = look();
        if (seen == null || Statuses.of(seen).value() != Status._StatusActive) {
            throw new Unavailable();
        }
        if (seen.remainingMillis() == 0) {
            throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_NO);
        }
        try {
            Ior self = reception.orb().ior(references.coordinator(name));
            SuperiorRef superior =
                    new SuperiorRef(name.name(), IiopAddress.of(self).toString());
            Context context = new Context(name.id(), superior, seen.remainingMillis(), null);
            return new ContextStructs(reception.orb().orb()).struct(context, self);
        } catch (ReferenceException impossible) {
            throw new INTERNAL(impossible.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }
}
