package dev.assent.transport.iiop.served;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.ots.RestartOperation;
import dev.assent.transport.iiop.reference.ObjectName;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.CosTransactions.HeuristicCommit;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Vote;

/**
 * A subordinate of this node, as its superior sees it (Transaction Service 1.4, Resource interface). The reference was
 * given only to that superior, so a caller with it is that superior (law 22). A transaction context of the request is
 * ignored.
 *
 * <p>Made for one request; used by its thread only.
 */
final class ResourceServant extends ResourcePOA {
    private final Reception reception;
    private final Caller superior;
    private final BranchRef branch;

    ResourceServant(Reception reception, ObjectName.Resource name) {
        this.reception = reception;
        this.superior = new Caller(name.superior(), "the superior of " + name.incarnation());
        this.branch = new BranchRef(name.id(), name.incarnation());
    }

    /** Serves Assent's own operation, or one of the standard. */
    @Override
    public OutputStream _invoke(String operation, InputStream in, ResponseHandler replies) {
        if (!operation.equals(RestartOperation.NAME)) {
            return super._invoke(operation, in, replies);
        }
        restarted(in);
        return RestartOperation.reply(replies);
    }

    /** The superior says that it has restarted. No other process has this reference. */
    private void restarted(InputStream in) {
        Response response = reception.ask(superior, new Request.Restarted(life(in)));
        if (response instanceof Response.Refused refused) {
            throw reception.told(Refusals.exception(refused));
        }
    }

    private NodeEpoch life(InputStream in) {
        NodeId node = superior.node();
        if (node == null) {
            throw new BAD_PARAM("a stranger has no epochs", 0, CompletionStatus.COMPLETED_NO);
        }
        try {
            return RestartOperation.read(node, in);
        } catch (IllegalArgumentException noEpoch) {
            throw new BAD_PARAM(noEpoch.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }

    private Answer ask(RemoteVerb verb) {
        Response response = reception.ask(superior, new Request.Ask(verb, branch));
        if (response instanceof Response.Answered answered) {
            return answered.answer();
        }
        throw reception.told(Refusals.exception((Response.Refused) response));
    }

    private SystemException again(Answer answer) {
        return reception.told(Refusals.again(answer));
    }

    @Override
    public Vote prepare() throws HeuristicMixed, HeuristicHazard {
        Answer answer = ask(RemoteVerb.PREPARE);
        return switch (answer) {
            case PREPARED -> Vote.VoteCommit;
            case READ_ONLY -> Vote.VoteReadOnly;
            case ROLLED_BACK, HEURISTIC_ROLLBACK -> Vote.VoteRollback;
            case HEURISTIC_MIXED, HEURISTIC_COMMIT -> throw new HeuristicMixed();
            case HEURISTIC_HAZARD -> throw new HeuristicHazard();
            case REFUSED, RETRY, DOUBTFUL, DONE, PENDING -> throw again(answer);
        };
    }

    @Override
    public void commit() throws NotPrepared, HeuristicRollback, HeuristicMixed, HeuristicHazard {
        Answer answer = ask(RemoteVerb.COMMIT);
        switch (answer) {
            case DONE, HEURISTIC_COMMIT -> {}
            case HEURISTIC_ROLLBACK -> throw new HeuristicRollback();
            case HEURISTIC_MIXED -> throw new HeuristicMixed();
            case HEURISTIC_HAZARD -> throw new HeuristicHazard();
            case DOUBTFUL -> throw new NotPrepared();
            case PREPARED, READ_ONLY, ROLLED_BACK, REFUSED, RETRY, PENDING -> throw again(answer);
        }
    }

    @Override
    public void rollback() throws HeuristicCommit, HeuristicMixed, HeuristicHazard {
        Answer answer = ask(RemoteVerb.ROLLBACK);
        switch (answer) {
            case DONE, ROLLED_BACK, HEURISTIC_ROLLBACK -> {}
            case HEURISTIC_COMMIT -> throw new HeuristicCommit();
            case HEURISTIC_MIXED -> throw new HeuristicMixed();
            case HEURISTIC_HAZARD -> throw new HeuristicHazard();
            case PREPARED, READ_ONLY, REFUSED, RETRY, DOUBTFUL, PENDING -> throw again(answer);
        }
    }

    @Override
    public void commit_one_phase() throws HeuristicHazard {
        Answer answer = ask(RemoteVerb.COMMIT_ONE_PHASE);
        switch (answer) {
            case DONE, HEURISTIC_COMMIT -> {}
            case ROLLED_BACK -> throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
            case HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD -> throw new HeuristicHazard();
            case PREPARED, READ_ONLY, REFUSED, RETRY, DOUBTFUL, PENDING -> throw again(answer);
        }
    }

    @Override
    public void forget() {
        Answer answer = ask(RemoteVerb.FORGET);
        if (answer != Answer.DONE) {
            throw again(answer);
        }
    }
}
