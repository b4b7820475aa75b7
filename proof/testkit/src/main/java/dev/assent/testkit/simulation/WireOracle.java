package dev.assent.testkit.simulation;

import dev.assent.core.commit.Step;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport.Feature;
import java.util.EnumSet;
import java.util.Set;

/** No message is sent that the world's wire can't carry: nodes use the replacement instead. Not thread-safe. */
final class WireOracle {
    private static final Set<Step> EARLY = EnumSet.of(Step.ACTIVE, Step.PREPARING, Step.RECORDING_PREPARED);

    private final World world;

    WireOracle(World world) {
        this.world = world;
    }

    private void needs(Feature feature, boolean isNeeded, Object message) {
        if (isNeeded && !world.profile().network().wire().contains(feature)) {
            world.ledger().broken("wire", "it has no " + feature + ", and is to carry " + message);
        }
    }

    void sent(Request request) {
        if (request instanceof Request.Ask ask) {
            needs(Feature.SYNCHRONIZATIONS, ask.verb() == RemoteVerb.BEFORE_COMPLETION, ask);
            needs(Feature.ONE_PHASE, ask.verb() == RemoteVerb.COMMIT_ONE_PHASE, ask);
            needs(Feature.FORGET, ask.verb() == RemoteVerb.FORGET, ask);
        } else if (request instanceof Request.Register register) {
            Set<Interest> interests = register.registration().interests();
            needs(Feature.SYNCHRONIZATIONS, !interests.equals(Set.of(Interest.COMPLETION)), register);
        } else if (request instanceof Request.Restarted news) {
            needs(Feature.RESTARTS, true, news);
        }
    }

    /** A subordinate that has not voted asks only over a wire whose question does not count as a vote. */
    void asks(NodeLife life, Request.Inquire inquiry) {
        GlobalTransaction asking = life.coordinator().find(inquiry.branch().id());
        boolean isBeforeVote = asking != null && EARLY.contains(asking.step());
        needs(Feature.RESTARTS, isBeforeVote, inquiry);
        if (isBeforeVote) {
            world.ledger().saw(Sight.INQUIRED_EARLY);
        }
    }

    void answered(Response response) {
        boolean isHeuristic = response instanceof Response.Answered answered
                && answered.answer().isHeuristic();
        needs(Feature.HEURISTICS, isHeuristic, response);
    }

    void answered(Result result) {
        needs(Feature.REGISTRATION_ON_REPLY, result.effect().registration() != null, result);
    }
}
