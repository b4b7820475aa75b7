package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.Stranger.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stranger's participant says that it has committed, and nobody has told it to. */
@Fast
class ContradictingVotesTest extends StrangersPart {
    private static final Map<String, String> FOLLOWS = Map.of("Prepare", "Prepared", "Rollback", "Aborted");

    /** The participants that the only transaction reports as heuristic, once that is recorded. */
    private List<HeuristicReport> kept() {
        Awaitility.await().until(() -> !node.node().coordinator().parked().isEmpty());
        GlobalTransaction only = node.node().coordinator().parked().iterator().next();
        Awaitility.await().until(() -> only.step() == Step.HEURISTIC);
        return only.participants().heuristics();
    }

    /** The initiator hears nothing else, and an operator sees the transaction, also after a restart. */
    private void assertHazardIsToldAndKept() {
        stranger.awaitHeard("init:InconsistentInternalState");
        assertThat(kept()).extracting(HeuristicReport::answer).containsExactly(Answer.HEURISTIC_HAZARD);
        stranger.behave("D0", Map.of("Rollback", "Aborted")); // it has forgotten the transaction
        pass(Duration.ofSeconds(30));
        node.node().recovery().run(true);
        assertThat(heardBy("init")).containsExactly("init:InconsistentInternalState");
        crash();
        assertThat(kept()).extracting(HeuristicReport::answer).containsExactly(Answer.HEURISTIC_HAZARD);
    }

    @Test
    void rollback_isAnsweredByCommitted_isAHazard() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Rollback", "Committed"));
        stranger.join(registration, "Durable2PC", "D1", REFUSES);
        commit();
        stranger.awaitHeard("D0:InvalidState");
        assertHazardIsToldAndKept();
        assertThat(heardBy("D0")).containsExactly("D0:Prepare", "D0:Rollback", "D0:InvalidState");
    }

    /** It was not asked for its vote either. */
    @Test
    void rollback_ofTheInitiatorIsAnsweredByCommitted_isAHazard() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Rollback", "Committed"));
        stranger.say("init", "Rollback");
        assertHazardIsToldAndKept();
    }

    @Test
    void rollback_committedWasSaidAfterTheVote_isAHazard() throws Exception {
        voteAndSay("Committed");
        stranger.say("D1", "Aborted");
        assertHazardIsToldAndKept();
    }

    /** Nobody waits for it when it answers, and it has forgotten the transaction when it is asked again. */
    @Test
    void rollback_isAnsweredByCommittedTooLate_isAHazard() throws Exception {
        leaveRollbackUnanswered();
        stranger.say("D0", "Committed");
        stranger.behave("D0", Map.of("Rollback", "Aborted"));
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofSeconds(1));
            node.node().recovery().run(true);
            return heardBy("D0").size() > 2;
        });
        assertThat(kept()).extracting(HeuristicReport::answer).containsExactly(Answer.HEURISTIC_HAZARD);
    }

    /** The reference of another participant of the transaction does not let it speak for D0. */
    @Test
    void rollback_anotherSaysCommittedTooLate_isDone() throws Exception {
        leaveRollbackUnanswered();
        Reference own = stranger.coordinator("D0");
        stranger.say("D0", "Committed", stranger.coordinator("D1"));
        stranger.say("D0", "ReadOnly", own); // means nothing now, and lets it answer at its own place again
        stranger.behave("D0", Map.of("Rollback", "Aborted"));
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofSeconds(1));
            node.node().recovery().run(true);
            return heardBy("D0").size() > 2
                    && node.node().coordinator().isIdle()
                    && node.node().coordinator().parked().isEmpty();
        });
    }

    /** D0 does not answer Rollback until nobody waits for it. */
    private void leaveRollbackUnanswered() throws Exception {
        pass(Duration.ofSeconds(1)); // the clock of a node does not begin at 0
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", REFUSES);
        commit();
        stranger.awaitHeard("D0:Rollback");
        pass(Duration.ofSeconds(11));
        Awaitility.await().until(() -> transport.participants() == 0);
    }

    /** It has done what is decided later, only too early. */
    @Test
    void commit_committedWasSaidAfterTheVote_isDone() throws Exception {
        voteAndSay("Committed");
        stranger.say("D1", "Prepared");
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).endsWith("D0:Commit");
        assertIdle();
    }

    /** D0 votes, and says something more while D1 has not voted. */
    private void voteAndSay(String more) throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Commit", "Committed", "Rollback", "Aborted"));
        stranger.join(registration, "Durable2PC", "D1", Map.of("Commit", "Committed"));
        commit();
        stranger.awaitHeard("D0:Prepare");
        stranger.awaitHeard("D1:Prepare");
        stranger.say("D0", "Prepared");
        stranger.say("D0", more);
        stranger.awaitHeard("D0:InvalidState");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Commit", "Rollback"})
    void end_committedWasSaidBeforePrepare_isAHazard(String asked) throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", FOLLOWS);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.say("D0", "Committed");
        stranger.awaitHeard("D0:InvalidState");
        stranger.say("init", asked);
        assertHazardIsToldAndKept();
        assertThat(heardBy("D1")).as("nobody votes any more").containsExactly("D1:Rollback");
    }

    @Test
    void prepare_isAnsweredByCommitted_isAHazard() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Committed", "Rollback", "Aborted"));
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        commit();
        assertHazardIsToldAndKept();
    }

    /** That contradicts no decision to roll back. */
    @Test
    void rollback_readOnlyWasSaidAfterTheVote_isDone() throws Exception {
        voteAndSay("ReadOnly");
        stranger.say("D1", "Aborted");
        stranger.awaitHeard("init:Aborted");
        assertIdle();
    }

    /** It hears what the others hear. */
    @Test
    void prepared_afterAborted_hearsRollback() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", REFUSES);
        stranger.join(registration, "Durable2PC", "D1", FOLLOWS);
        commit();
        stranger.awaitHeard("init:Aborted");
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Rollback");
        assertIdle();
    }
}
