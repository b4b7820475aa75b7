package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.remote.message.RemoteVerb;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.NO_RESPONSE;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TIMEOUT;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UNKNOWN;
import org.omg.CosTransactions.HeuristicCommit;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Vote;

/**
 * A stranger's Resource with its state by the Transaction Service 1.4. A test says how the next operation ends, and whether
 * its work was done before.
 */
final class ModelResource extends ResourcePOA {
    /** How the next operation ends; for one that returns, the vote. */
    volatile String end = "return";

    volatile String completed = "NO";
    volatile String vote = "VoteCommit";

    /** Whether the work of an operation that ends with a system exception is done. */
    volatile boolean isDone;

    /** What became of its work: active, prepared, read-only, committed, rolled back, or what it has decided by itself. */
    volatile String state = "active";

    volatile boolean wasPrepared;

    /** Whether its coordinator has heard that it is read-only. */
    volatile boolean isHeardReadOnly;

    /** What it was asked, in order, whether it has done it or not. */
    final List<RemoteVerb> asked = new ArrayList<>();

    /** An operation: what the standard forbids fails the test. */
    private void does(RemoteVerb verb, Runnable work) {
        asked.add(verb);
        if (end.equals("return")) {
            work.run();
        } else if (OtsAnswers.isSystem(end)) {
            if (end.equals("TRANSACTION_ROLLEDBACK") && !isOver()) {
                state = state.equals("prepared") && verb != RemoteVerb.ROLLBACK
                        ? "rolled back by itself"
                        : "rolled back";
            } else if (isDone) {
                work.run();
            }
            throw failure();
        }
    }

    private SystemException failure() {
        CompletionStatus status = switch (completed) {
            case "YES" -> CompletionStatus.COMPLETED_YES;
            case "NO" -> CompletionStatus.COMPLETED_NO;
            default -> CompletionStatus.COMPLETED_MAYBE;
        };
        return switch (end) {
            case "TRANSACTION_ROLLEDBACK" -> new TRANSACTION_ROLLEDBACK(0, status);
            case "OBJECT_NOT_EXIST" -> new OBJECT_NOT_EXIST(0, status);
            case "INVALID_TRANSACTION" -> new INVALID_TRANSACTION(0, status);
            case "NO_PERMISSION" -> new NO_PERMISSION(0, status);
            case "COMM_FAILURE" -> new COMM_FAILURE(0, status);
            case "TRANSIENT" -> new TRANSIENT(0, status);
            case "TIMEOUT" -> new TIMEOUT(0, status);
            case "NO_RESPONSE" -> new NO_RESPONSE(0, status);
            case "INTERNAL" -> new INTERNAL(0, status);
            default -> new UNKNOWN(0, status);
        };
    }

    private void mixed() throws HeuristicMixed {
        if (end.equals("HeuristicMixed")) {
            state = "mixed";
            throw new HeuristicMixed();
        }
    }

    private void hazard() throws HeuristicHazard {
        if (end.equals("HeuristicHazard")) {
            state = "hazard";
            throw new HeuristicHazard();
        }
    }

    @Override
    public Vote prepare() throws HeuristicMixed, HeuristicHazard {
        does(RemoteVerb.PREPARE, () -> {
            state = switch (vote) {
                case "VoteCommit" -> "prepared";
                case "VoteReadOnly" -> "read-only";
                default -> "rolled back";
            };
            wasPrepared |= state.equals("prepared");
        });
        mixed();
        hazard();
        return switch (vote) {
            case "VoteCommit" -> Vote.VoteCommit;
            case "VoteReadOnly" -> Vote.VoteReadOnly;
            default -> Vote.VoteRollback;
        };
    }

    @Override
    public void commit() throws NotPrepared, HeuristicRollback, HeuristicMixed, HeuristicHazard {
        does(RemoteVerb.COMMIT, () -> state = state.equals("prepared") ? "committed" : state);
        mixed();
        hazard();
        if (end.equals("HeuristicRollback")) {
            state = "rolled back by itself";
            throw new HeuristicRollback();
        }
        if (end.equals("NotPrepared")) {
            throw new NotPrepared();
        }
    }

    @Override
    public void rollback() throws HeuristicCommit, HeuristicMixed, HeuristicHazard {
        does(RemoteVerb.ROLLBACK, () -> state = isOver() ? state : "rolled back");
        mixed();
        hazard();
        if (end.equals("HeuristicCommit")) {
            state = "committed by itself";
            throw new HeuristicCommit();
        }
    }

    @Override
    public void commit_one_phase() throws HeuristicHazard {
        does(RemoteVerb.COMMIT_ONE_PHASE, () -> state = isOver() ? state : "committed");
        hazard();
    }

    @Override
    public void forget() {
        does(RemoteVerb.FORGET, () -> {});
    }

    /**
     * How an operation ends if nothing fails. A Resource repeats its heuristic outcome until its coordinator lets it
     * forget (OTS 1.4, Resource interface).
     */
    String repeated(RemoteVerb verb) {
        if (asked.contains(RemoteVerb.FORGET) || verb == RemoteVerb.FORGET || verb == RemoteVerb.PREPARE) {
            return "return";
        }
        return switch (state) {
            case "hazard" -> "HeuristicHazard";
            case "mixed" -> verb == RemoteVerb.COMMIT_ONE_PHASE ? "HeuristicHazard" : "HeuristicMixed";
            case "rolled back by itself" -> verb == RemoteVerb.COMMIT ? "HeuristicRollback" : "return";
            case "committed by itself" -> verb == RemoteVerb.ROLLBACK ? "HeuristicCommit" : "return";
            default -> "return";
        };
    }

    boolean isOver() {
        return !state.equals("active") && !state.equals("prepared");
    }

    /** What the standard says about the order of what it is asked. */
    void verifyOrder(RemoteVerb next) {
        boolean hasVoted = wasPrepared || asked.contains(RemoteVerb.PREPARE);
        switch (next) {
            case COMMIT ->
                assertThat(wasPrepared).as("commit of one that is %s", state).isTrue();
            case COMMIT_ONE_PHASE ->
                assertThat(hasVoted).as("one phase, after prepare").isFalse();
            case ROLLBACK -> assertThat(asked).as("rollback after commit").doesNotContain(RemoteVerb.COMMIT);
            case PREPARE -> assertThat(asked).as("prepare, again").doesNotContain(RemoteVerb.PREPARE);
            default -> {
                // forget may always come
            }
        }
        assertThat(isHeardReadOnly).as("%s of one that is read-only", next).isFalse();
    }
}
