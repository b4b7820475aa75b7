package dev.assent.transport.iiop.stranger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.NO_IMPLEMENT;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorPOA;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.RecoveryCoordinatorPOA;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SubtransactionAwareResource;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationUnavailable;
import org.omg.CosTransactions.Vote;

/** A stranger's Coordinator: keeps who registers, and answers replay_completion as a test says. */
final class RecordedCoordinator extends CoordinatorPOA {
    private final Stranger stranger;

    final List<Resource> resources = new CopyOnWriteArrayList<>();
    final List<Synchronization> synchronizations = new CopyOnWriteArrayList<>();
    final AtomicInteger asked = new AtomicInteger();
    final AtomicInteger marks = new AtomicInteger();
    volatile Status decided = Status.StatusPrepared;
    volatile boolean isOver;
    volatile boolean hasNoSynchronizations;
    volatile @Nullable RecoveryCoordinator recovery;

    RecordedCoordinator(Stranger stranger) {
        this.stranger = stranger;
    }

    @Override
    public RecoveryCoordinator register_resource(Resource resource) throws Inactive {
        if (isOver) {
            throw new Inactive();
        }
        resources.add(resource);
        if (recovery != null) {
            return recovery;
        }
        return RecoveryCoordinatorHelper.unchecked_narrow(stranger.serve(new RecoveryCoordinatorPOA() {
            @Override
            public Status replay_completion(Resource again) {
                asked.incrementAndGet();
                return again._is_equivalent(resource) ? decided : Status.StatusUnknown;
            }
        }));
    }

    @Override
    public void register_synchronization(Synchronization synchronization) throws SynchronizationUnavailable {
        if (hasNoSynchronizations) {
            throw new SynchronizationUnavailable();
        }
        synchronizations.add(synchronization);
    }

    /**
     * Ends the transaction in two phases, as with other participants; one that is asked earlier may bring others.
     *
     * @return whether it has committed
     */
    boolean commit() throws UserException {
        for (int i = 0; i < synchronizations.size(); i++) {
            synchronizations.get(i).before_completion();
        }
        List<Resource> prepared = new ArrayList<>();
        boolean isAgreed = true;
        for (Resource each : resources) {
            Vote vote = each.prepare();
            isAgreed &= vote != Vote.VoteRollback;
            if (vote == Vote.VoteCommit) {
                prepared.add(each);
            }
        }
        for (Resource each : prepared) {
            if (isAgreed) {
                each.commit();
            } else {
                each.rollback();
            }
        }
        return isAgreed;
    }

    @Override
    public void rollback_only() {
        marks.incrementAndGet();
    }

    // ---- what nobody asks a superior

    @Override
    public Status get_status() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public Status get_parent_status() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public Status get_top_level_status() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public boolean is_same_transaction(Coordinator other) {
        throw new NO_IMPLEMENT();
    }

    @Override
    public boolean is_related_transaction(Coordinator other) {
        throw new NO_IMPLEMENT();
    }

    @Override
    public boolean is_ancestor_transaction(Coordinator other) {
        throw new NO_IMPLEMENT();
    }

    @Override
    public boolean is_descendant_transaction(Coordinator other) {
        throw new NO_IMPLEMENT();
    }

    @Override
    public boolean is_top_level_transaction() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public int hash_transaction() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public int hash_top_level_tran() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public void register_subtran_aware(SubtransactionAwareResource resource) {
        throw new NO_IMPLEMENT();
    }

    @Override
    public String get_transaction_name() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public Control create_subtransaction() {
        throw new NO_IMPLEMENT();
    }

    @Override
    public PropagationContext get_txcontext() {
        throw new NO_IMPLEMENT();
    }
}
