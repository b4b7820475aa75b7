package dev.assent.transport.iiop.served;

import dev.assent.core.commit.Step;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.ots.Statuses;
import dev.assent.transport.iiop.reference.ObjectName;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.RecoveryCoordinatorPOA;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.Status;

/**
 * Tells a prepared subordinate the decision (Transaction Service 1.4, RecoveryCoordinator interface). The reference was
 * given only to the subordinate that it names, so a caller with it is that subordinate (law 22). A stranger is named by
 * the Resource that it has registered. After a restart it may replace the Resource, and then gets the outcome there.
 *
 * <p>Made for one request; used by its thread only.
 */
final class RecoveryCoordinatorServant extends RecoveryCoordinatorPOA {
    private final Reception reception;
    private final ObjectName.Recovery name;

    RecoveryCoordinatorServant(Reception reception, ObjectName.Recovery name) {
        this.reception = reception;
        this.name = name;
    }

    @Override
    public Status replay_completion(@Nullable Resource resource) throws NotPrepared {
        BranchRef branch = new BranchRef(name.id(), name.branch(), name.address());
        if (name.address() != null && resource != null) {
            move(branch, Registrant.of(reception.orb(), name.id(), resource));
        }
        Caller from = new Caller(branch.node(), "subordinate " + branch);
        Response response = reception.ask(from, new Request.Inquire(name.superior(), branch));
        if (response instanceof Response.Decided decided) {
            if (decided.decision() == Response.Decision.UNDECIDED && isActive()) {
                throw new NotPrepared();
            }
            return Statuses.of(decided.decision());
        }
        throw reception.told(Refusals.exception((Response.Refused) response));
    }

    /** Whether the coordinator has not asked for votes yet. */
    private boolean isActive() {
        Response response = reception.handle(new HandleRequest.Look(name.id(), name.superior()));
        return response instanceof Response.Seen seen && seen.step() == Step.ACTIVE;
    }

    private void move(BranchRef branch, Registrant registrant) {
        if (registrant.branch().incarnation() != null) {
            throw new BAD_PARAM(
                    "this Resource of an Assent node was not registered here", 0, CompletionStatus.COMPLETED_NO);
        }
        if (!registrant.address().equals(branch.address())) {
            Response response = reception.handle(new HandleRequest.Move(branch, name.superior(), registrant.address()));
            if (response instanceof Response.Refused refused) {
                throw reception.told(Refusals.exception(refused));
            }
        }
    }
}
