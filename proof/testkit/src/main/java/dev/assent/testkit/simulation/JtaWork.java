package dev.assent.testkit.simulation;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.transaction.Outcome;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import jakarta.transaction.HeuristicCommitException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** One transaction through Jakarta Transactions, on a thread that waits. Not thread-safe. */
final class JtaWork implements Synchronization {
    private final World world;
    private final NodeLife life;
    private final Plan plan;
    private final List<SimulatedSession> sessions = new ArrayList<>();
    private @Nullable Exception told;
    private int before;
    private int after;

    JtaWork(World world, NodeLife life, Plan plan) {
        this.world = world;
        this.life = life;
        this.plan = plan;
    }

    void run() {
        NodeTransactionManager manager = life.jta();
        try {
            manager.setTransactionTimeout(plan.timeoutMillis() / 1000);
            manager.begin();
        } catch (NotSupportedException | SystemException refused) {
            return;
        }
        JtaTransaction transaction = manager.getTransaction();
        if (transaction == null) {
            world.ledger().broken("JTA", "there is no transaction after begin");
            return;
        }
        TransactionTruth truth = world.ledger().begun(transaction.engine(), life);
        boolean isSynchronized = world.chance().of(0.3) && register(transaction);
        boolean isWell = enlistAll(transaction, truth);
        end(manager, truth, isWell);
        boolean isTimers = truth.engine().isTimedOut() || life.isDead() || life.isClosing();
        if (isSynchronized && (after > 1 || (after == 0 && !isTimers))) {
            world.ledger().broken("JTA", "afterCompletion is called " + after + " times: " + truth);
        }
        for (SimulatedSession session : sessions) {
            session.close();
        }
    }

    private boolean register(JtaTransaction transaction) {
        try {
            transaction.registerSynchronization(this);
            return true;
        } catch (RollbackException timedOut) {
            return false;
        }
    }

    private boolean enlistAll(JtaTransaction transaction, TransactionTruth truth) {
        for (Plan.Branch branch : plan.branches()) {
            life.nest();
            life.checkAlive();
            try {
                SimulatedSession session =
                        world.resources().get(branch.resource()).connect(life, false);
                sessions.add(session);
                if (branch.isLast()) {
                    transaction.enlistLastResource(session.resource().localName(), session.beginLocal(truth));
                    truth.enlisted++;
                    continue;
                }
                int known = truth.branches.size();
                transaction.enlistResource(session.resource().name(), session);
                truth.enlisted += truth.branches.size() - known; // none when it has joined one
                if (branch.isWriting()) {
                    work(truth, session);
                }
                interrupt(transaction, session);
            } catch (SystemException refused) {
                if (world.chance().of(0.5)) {
                    return false;
                }
            } catch (RollbackException | XAException | IllegalStateException failed) {
                return false;
            }
        }
        return true;
    }

    private static void work(TransactionTruth truth, SimulatedSession session) throws XAException {
        for (BranchTruth each : truth.branches) {
            if (each.isWorkOf(session)) {
                session.work(each.xid);
                return;
            }
        }
    }

    /** Takes the resource from the transaction at times, or that from its thread, and may bring it back. */
    private void interrupt(JtaTransaction transaction, SimulatedSession session)
            throws SystemException, RollbackException {
        switch (world.chance().below(8)) {
            case 1 -> transaction.delistResource(session, XAResource.TMSUCCESS);
            case 2 -> {
                transaction.delistResource(session, XAResource.TMSUSPEND);
                transaction.enlistResource(session.resource().name(), session);
            }
            case 3 -> {
                transaction.delistResource(session, XAResource.TMSUCCESS);
                transaction.enlistResource(session.resource().name(), session);
            }
            case 4 -> leaveThread(transaction);
            default -> {}
        }
    }

    /** The thread has no transaction for a while, in which others go on. */
    private void leaveThread(JtaTransaction transaction) {
        world.ledger().saw(Sight.SUSPENDED);
        AssociationOracle oracle = world.oracles().associations();
        oracle.untouched("suspend", life.jta()::suspend);
        life.nest();
        life.checkAlive();
        try {
            oracle.untouched("resume", () -> life.jta().resume(transaction));
        } catch (InvalidTransactionException refused) {
            world.ledger().broken("JTA", "a transaction is not resumed that nobody has ended", refused);
        }
    }

    private void end(NodeTransactionManager manager, TransactionTruth truth, boolean isWell) {
        if (plan.end() == Plan.End.MARK) {
            mark(manager);
        }
        boolean isCommit = isWell && plan.end() != Plan.End.ROLLBACK;
        truth.wish = isCommit && !truth.engine().isMarkedRollback() ? Wish.COMMIT : Wish.ROLLBACK;
        Outcome outcome = isCommit ? commit(manager) : rollBack(manager);
        if (outcome != null && !life.isDead()) {
            world.oracles().outcomes().told(truth, life, outcome);
            world.oracles().errors().told(truth, outcome, told);
        }
    }

    private static void mark(NodeTransactionManager manager) {
        try {
            manager.setRollbackOnly();
        } catch (IllegalStateException timedOut) {
            // rolled back already
        }
    }

    private @Nullable Outcome commit(NodeTransactionManager manager) {
        try {
            manager.commit();
            return Outcome.COMMITTED;
        } catch (RollbackException rolledBack) {
            told = rolledBack;
            return Outcome.ROLLED_BACK;
        } catch (HeuristicRollbackException heuristic) {
            told = heuristic;
            return Outcome.HEURISTIC_ROLLBACK;
        } catch (HeuristicMixedException heuristic) {
            told = heuristic;
            return Outcome.HEURISTIC_MIXED;
        } catch (SystemException unknown) {
            told = unknown;
            return Outcome.UNKNOWN;
        } catch (IllegalStateException ended) {
            return closedMeanwhile(ended);
        }
    }

    private @Nullable Outcome rollBack(NodeTransactionManager manager) {
        try {
            manager.rollback();
            return Outcome.ROLLED_BACK;
        } catch (SystemException failed) {
            told = failed;
            Throwable cause = failed.getCause();
            if (cause instanceof HeuristicCommitException) {
                return Outcome.HEURISTIC_COMMIT;
            }
            return cause instanceof HeuristicMixedException ? Outcome.HEURISTIC_MIXED : Outcome.UNKNOWN;
        } catch (IllegalStateException ended) {
            return closedMeanwhile(ended);
        }
    }

    private @Nullable Outcome closedMeanwhile(IllegalStateException ended) {
        if (!life.isClosing()) {
            world.ledger().broken("no law", "an end is refused", ended);
        }
        return null;
    }

    @Override
    public void beforeCompletion() {
        before++;
        if (before > 1) {
            world.ledger().broken("JTA", "beforeCompletion is called again");
        }
    }

    @Override
    public void afterCompletion(int status) {
        after++;
    }
}
