package dev.assent.testkit.simulation;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the requests between nodes, and their answers, mean to the oracles. Not thread-safe. */
final class RequestNotes {
    private final World world;
    private final WireOracle wire;

    RequestNotes(World world, WireOracle wire) {
        this.world = world;
        this.wire = wire;
    }

    /** A request is sent, by this life of a node; null for another sender. */
    void sent(@Nullable NodeLife life, Request request) {
        if (life != null && request instanceof Request.Ask ask) {
            world.oracles().remoteCalls().asks(life, ask);
        }
        if (request instanceof Request.Inquire inquiry) {
            world.ledger().saw(Sight.INQUIRED);
            if (life != null) {
                wire.asks(life, inquiry);
            }
        }
        if (request instanceof Request.Restarted) {
            world.ledger().saw(Sight.RESTART_TOLD);
        }
        boolean isApart = !world.profile().network().wire().contains(Transport.Feature.REGISTRATION_ON_REPLY);
        if (request instanceof Request.Register && isApart) {
            world.ledger().saw(Sight.REGISTERED_APART);
        }
    }

    /** Its sender hears the answer. */
    void heard(@Nullable NodeLife life, Request request, Response response) {
        noteHazard(request, response);
        noteContradiction(life, request, response);
    }

    /** A subordinate says that it did otherwise than its superior decided. */
    private void noteContradiction(@Nullable NodeLife life, Request request, Response response) {
        if (request instanceof Request.Ask ask
                && response instanceof Response.Answered told
                && isOtherwise(ask.verb(), told.answer())) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(ask.branch().id().global()));
            if (truth != null) {
                truth.contradicted = life;
                truth.branches.stream()
                        .filter(each -> each.address != null
                                && each.address.equals(ask.branch().address()))
                        .forEach(each -> each.reportedTo = life);
            }
        }
    }

    private static boolean isOtherwise(RemoteVerb asked, Answer answer) {
        return switch (asked) {
            case COMMIT -> answer.isHeuristic() || answer == Answer.DOUBTFUL || answer == Answer.ROLLED_BACK;
            case ROLLBACK -> answer.isHeuristic() || answer == Answer.DOUBTFUL;
            case PREPARE -> answer.isHeuristic() && answer != Answer.HEURISTIC_ROLLBACK; // a refusal is as good
            case FORGET -> false;
            default -> answer.isHeuristic();
        };
    }

    /** A one-phase commit whose fate is unknown makes a hazard; a wire that can't say so answers RETRY. */
    private void noteHazard(Request request, Response response) {
        boolean isUnknown = (response instanceof Response.Unanswered lost && lost.mayHaveArrived())
                || (response instanceof Response.Answered told
                        && (told.answer() == Answer.HEURISTIC_HAZARD || told.answer() == Answer.RETRY))
                || (response instanceof Response.Refused refused
                        && (refused.why() == Response.Why.NOT_MINE || refused.why() == Response.Why.NOT_READY));
        if (isUnknown && request instanceof Request.Ask ask && ask.verb() == RemoteVerb.COMMIT_ONE_PHASE) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(ask.branch().id().global()));
            if (truth != null) {
                truth.hasCause = true;
            }
        }
    }
}
