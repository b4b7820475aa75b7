package dev.assent.transport.iiop.served;

import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.ObjectName;
import java.util.List;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.TerminatorPOA;

/**
 * Ends a transaction that a client has begun here (Transaction Service 1.4, Terminator interface). Only that client was
 * given the reference. If it asks again, it gets the same answer; after a restart it learns that the transaction is
 * unknown.
 *
 * <p>Made for one request; used by its thread only.
 */
final class TerminatorServant extends TerminatorPOA {
    private final Reception reception;
    private final ObjectName.Terminator name;

    TerminatorServant(Reception reception, ObjectName.Terminator name) {
        this.reception = reception;
        this.name = name;
    }

    private Outcome end(boolean isCommit, boolean wantsHeuristics) {
        Caller owner = new Caller(null, name.owner());
        Response response = reception.ask(owner, new Request.End(name.id(), isCommit, List.of(), wantsHeuristics));
        if (response instanceof Response.Ended ended) {
            reception.say(ended.why());
            return ended.outcome();
        }
        throw reception.told(Refusals.exception((Response.Refused) response));
    }

    @Override
    public void commit(boolean isToReport) throws HeuristicMixed, HeuristicHazard {
        switch (end(true, isToReport)) {
            case COMMITTED, HEURISTIC_COMMIT -> {}
            case ROLLED_BACK -> throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
            case HEURISTIC_ROLLBACK, HEURISTIC_MIXED -> {
                if (isToReport) {
                    throw new HeuristicMixed();
                }
            }
            case HEURISTIC_HAZARD -> {
                if (isToReport) {
                    throw new HeuristicHazard();
                }
            }
            case UNKNOWN, PENDING, PREPARED -> throw unknown();
        }
    }

    /** Heuristic outcomes of participants are for the operator of this node: the operation can't report them. */
    @Override
    public void rollback() {
        switch (end(false, false)) {
            case ROLLED_BACK, HEURISTIC_ROLLBACK, HEURISTIC_COMMIT, HEURISTIC_MIXED, HEURISTIC_HAZARD -> {}
            case COMMITTED -> throw Refusals.hasCommitted("transaction " + name.id() + " has committed");
            case UNKNOWN, PENDING, PREPARED -> throw unknown();
        }
    }

    private SystemException unknown() {
        return Refusals.outcomeUnknown("the outcome of transaction " + name.id() + " is unknown");
    }
}
