package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.nio.ByteBuffer;

/**
 * Judges the answers of a coordinator to clients that have no transaction manager. It judges them when the coordinator
 * gives them, even if the message is lost. The life that has begun a transaction always gives the same outcome; only a
 * decision may give way to a heuristic outcome. Any other life answers that it does not know. Not thread-safe.
 */
final class ClientOracle {
    private final World world;

    ClientOracle(World world) {
        this.world = world;
    }

    /** A node or client receives a request. */
    void asked(SimulatedNetwork.Station there, Request request) {
        if (request instanceof Request.End end) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(end.id().global()));
            if (truth != null && truth.life == there && !truth.isEndAsked && truth.life.isRestored()) {
                truth.isEndAsked = true;
                boolean isCommit = end.isCommit() && !truth.engine().isMarkedRollback();
                truth.wish = isCommit ? Wish.COMMIT : Wish.ROLLBACK;
            }
        }
    }

    /** A node or client has answered. */
    void answered(SimulatedNetwork.Station there, Request request, Response response) {
        NodeLife life = there.life();
        if (life == null || life.isDead()) { // no process hears what a dead one sends while it unwinds
            return;
        }
        if (response instanceof Response.Begun begun) {
            begun(life, begun.context().id());
        } else if (request instanceof Request.End end && response instanceof Response.Ended ended) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(end.id().global()));
            if (truth != null) {
                ended(truth, life, ended.outcome());
            }
        }
    }

    private void begun(NodeLife life, TransactionId id) {
        GlobalTransaction engine = life.coordinator().find(id);
        if (engine != null) { // if not, it has ended already, and no node has work in it
            TransactionTruth truth = world.ledger().begun(engine, life);
            truth.isDistributed = true;
            truth.isClients = true;
        }
    }

    private void ended(TransactionTruth truth, NodeLife life, Outcome outcome) {
        boolean isAnother = truth.life != life;
        if (outcome == Outcome.UNKNOWN && (isAnother || life.isClosing())) {
            world.ledger().saw(Sight.OUTCOME_FORGOTTEN);
        } else if (isAnother) {
            world.ledger().broken("clients", life + " tells " + outcome + " by guess: " + truth);
        } else if (truth.told == null) {
            world.oracles().outcomes().told(truth, life, outcome);
        } else if (truth.told == outcome) {
            world.ledger().saw(Sight.TOLD_AGAIN);
        } else if (isBetter(truth.told, outcome)) {
            world.oracles().outcomes().toldBetter(truth, life, outcome);
        } else {
            world.ledger().broken("clients", "another outcome is reported again, " + outcome + ": " + truth);
        }
    }

    /**
     * The client got the decision, and since then a participant has reported another outcome, which the log may not
     * have accepted.
     */
    private static boolean isBetter(Outcome before, Outcome outcome) {
        boolean isDecision = before == Outcome.COMMITTED || before == Outcome.ROLLED_BACK;
        return isDecision && (outcome.isHeuristic() || outcome == Outcome.UNKNOWN);
    }
}
