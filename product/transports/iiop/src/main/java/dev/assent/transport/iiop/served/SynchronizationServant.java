package dev.assent.transport.iiop.served;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.iiop.reference.ObjectName;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SynchronizationPOA;

/**
 * The synchronizations of a subordinate of this node (Transaction Service 1.4, Synchronization interface). The
 * subordinate's own completion tells them the outcome, so this servant ignores what the superior says after completion.
 *
 * <p>Made for one request; used by its thread only.
 */
final class SynchronizationServant extends SynchronizationPOA {
    private final Reception reception;
    private final Caller superior;
    private final BranchRef branch;

    SynchronizationServant(Reception reception, ObjectName.Synchronization name) {
        this.reception = reception;
        this.superior = new Caller(name.superior(), "the superior of " + name.incarnation());
        this.branch = new BranchRef(name.id(), name.incarnation());
    }

    @Override
    public void before_completion() {
        Response response = reception.ask(superior, new Request.Ask(RemoteVerb.BEFORE_COMPLETION, branch));
        if (!response.equals(new Response.Answered(Answer.DONE))) {
            throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
        }
    }

    @Override
    public void after_completion(Status status) {}
}
