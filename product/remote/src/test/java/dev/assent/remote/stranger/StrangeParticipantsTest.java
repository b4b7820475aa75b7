package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers take part in a transaction of this node. */
@Fast
class StrangeParticipantsTest extends StrangerPart {
    @Test
    void strangersAreToldApartByTheirAddresses() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        register(stranger, begun, Interest.COMPLETION);
        register(other, begun, Interest.COMPLETION);
        assertThat(begun.engine().participants().all()).hasSize(3);
        node.manager().commit();
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
        assertThat(other.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
    }

    @Test
    void aStrangerIsToldAfterARestart() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.COMMIT, Answer.RETRY);
        node.manager().commit();
        restart();
        stranger.answers(RemoteVerb.COMMIT, Answer.DONE);
        stranger.heard().clear();
        node.node().recovery().run(true);
        assertThat(stranger.heard())
                .containsExactly(
                        new Request.Ask(RemoteVerb.COMMIT, BranchRef.ofStranger(begun.id(), stranger.address())));
        assertThat(node.node().coordinator().parked()).isEmpty();
    }

    @Test
    void aRegistrationThatComesWhileACommitBeginsIsKnownOrRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> {
            answers.add(stranger.registers(NODE, begun.id(), name(begun), Interest.COMPLETION));
            answers.add(other.registers(NODE, begun.id(), name(begun), Interest.COMPLETION));
        });
        node.manager().commit();
        assertThat(answers.get(0)).isEqualTo(new Response.Registered(null));
        assertThat(((Response.Refused) answers.get(1)).why()).isEqualTo(Why.STATE);
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
        assertThat(other.verbs()).containsExactly(RemoteVerb.ROLLBACK);
    }

    /**
     * No round of synchronizations is left. If the registration were accepted, the participant would wait for its call
     * in vain (law 19).
     */
    @Test
    void synchronizationsThatAreRegisteredWhileACommitBeginsAreRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        register(other, begun, Interest.AFTER_COMPLETION);
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> {
            answers.add(
                    stranger.registers(NODE, begun.id(), name(begun), Interest.COMPLETION, Interest.BEFORE_COMPLETION));
            answers.add(other.registers(NODE, begun.id(), name(begun), Interest.BEFORE_COMPLETION));
        });
        node.manager().commit();
        assertThat(answers)
                .hasSize(2)
                .allSatisfy(each -> assertThat(((Response.Refused) each).why()).isEqualTo(Why.STATE));
        assertThat(stranger.verbs())
                .as("it is known, and not told to roll back")
                .containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
    }

    @Test
    void aStrangerThatHasNothingToCommitLeaves() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        assertThat(votes(begun, Answer.READ_ONLY)).isEqualTo(new Response.Answered(Answer.DONE));
        node.manager().commit();
        assertThat(stranger.verbs()).isEmpty();
        assertThat(events.all()).contains("r.commit(one phase)").doesNotContain("r.prepare");
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void aTransactionThatEverybodyHasLeftCommitsNothing() throws Exception {
        JtaTransaction begun = node.node().begin();
        register(stranger, begun, Interest.COMPLETION);
        votes(begun, Answer.READ_ONLY);
        node.manager().commit();
        assertThat(stranger.verbs()).isEmpty();
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aStrangerThatHasRolledBackMarksTheTransaction() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        assertThat(votes(begun, Answer.ROLLED_BACK)).isEqualTo(new Response.Answered(Answer.DONE));
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-8083");
        assertThat(stranger.verbs()).isEmpty();
        assertThat(votes(begun, Answer.ROLLED_BACK)).isInstanceOf(Response.Refused.class);
    }

    /**
     * Its read-only vote loses none of its earlier work. Regression: if it was a node, the superior concluded that it
     * had restarted.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoHasLeftReadOnlyAndRegistersAgainIsAskedForItsNewWork(boolean isNode) throws Exception {
        NodeId id = new NodeId(9, 9);
        try (Stranger again = new Stranger(network, "again", isNode ? id : null)) {
            JtaTransaction begun = begun();
            BranchRef branch = isNode
                    ? new BranchRef(begun.id(), new LocalTransactionId(new NodeEpoch(id, 1, 0), 1))
                    : BranchRef.ofStranger(begun.id(), again.address());
            Request register = new Request.Register(
                    name(begun), new Registration(branch, again.address(), Set.of(Interest.COMPLETION)), 0);
            assertThat(again.asks(NODE, register)).isEqualTo(new Response.Registered(null));
            assertThat(again.asks(NODE, new Request.Vote(name(begun), branch, Answer.READ_ONLY)))
                    .isEqualTo(new Response.Answered(Answer.DONE));
            assertThat(again.asks(NODE, register)).isEqualTo(new Response.Registered(null));
            node.manager().commit();
            assertThat(again.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
            assertThat(resource.committed()).isEqualTo(1);
        }
    }

    /** It is answered all the same, or the voter would wait. */
    @Test
    void aVoteForAnotherLifeOfTheNodeIsRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        NodeEpoch life = name(begun).origin();
        LocalTransactionId another = new LocalTransactionId(
                new NodeEpoch(life.node(), life.epoch() + 1, life.mark()),
                name(begun).sequence());
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        assertThat(stranger.asks(NODE, new Request.Vote(another, branch, Answer.READ_ONLY)))
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(Why.NOT_MINE));
        node.manager().commit();
        assertThat(stranger.verbs()).as("it votes when it is asked").startsWith(RemoteVerb.PREPARE);
    }

    /** Regression (seed 15079): the rollback was reported, and what had been said in place of the vote was lost. */
    @Test
    void whatAStrangerHasDecidedBeforeItsVoteIsKeptThoughTheRollbackDoesNotReachIt() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.PREPARE, Answer.HEURISTIC_COMMIT);
        stranger.refuses(RemoteVerb.ROLLBACK, Why.NOT_READY);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(HeuristicMixedException.class);
        restart();
        assertThat(node.node().coordinator().parked())
                .singleElement()
                .satisfies(kept -> assertThat(kept.step()).isEqualTo(Step.HEURISTIC));
    }

    @ParameterizedTest
    @EnumSource(names = {"HEURISTIC_MIXED", "HEURISTIC_HAZARD", "HEURISTIC_COMMIT"})
    void whatAStrangerHasDecidedBeforeItsVoteIsKeptThoughItConfirmsTheRollback(Answer decided) throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.PREPARE, decided);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(resource.committed()).isZero();
        restart();
        assertThat(node.node().coordinator().parked()).singleElement().satisfies(kept -> {
            assertThat(kept.id()).isEqualTo(begun.id());
            assertThat(kept.step()).isEqualTo(Step.HEURISTIC);
        });
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.ROLLBACK);
    }

    /** Regression: what it had rolled back by itself was kept as a heuristic outcome, though all others rolled back. */
    @ParameterizedTest
    @EnumSource(names = {"DONE", "HEURISTIC_ROLLBACK"})
    void aStrangerThatHasRolledBackBeforeItsVoteHasDoneAsAllDo(Answer confirmed) throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.PREPARE, Answer.HEURISTIC_ROLLBACK);
        stranger.answers(RemoteVerb.ROLLBACK, confirmed);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(node.node().coordinator().isIdle()).isTrue();
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.ROLLBACK);
    }

    /** It says so by a message of its own, and its answer to the rollback is lost. */
    @Test
    void rollback_aStrangerVotesThatItCanNot_isKept() throws Exception {
        clock.advance(Duration.ofSeconds(1)); // at 0 nothing can have begun
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        List<Response> taken = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.ROLLBACK, () -> taken.add(votes(begun, Answer.HEURISTIC_HAZARD)));
        stranger.refuses(RemoteVerb.ROLLBACK, Why.STATE);
        assertThatThrownBy(node.manager()::rollback)
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("HEURISTIC_HAZARD");
        assertThat(taken).containsExactly(new Response.Answered(Answer.DONE));
        assertThat(node.node().coordinator().parked())
                .singleElement()
                .satisfies(kept -> assertThat(kept.step()).isEqualTo(Step.HEURISTIC));
    }

    /** Its answer to the question counts. */
    @Test
    void prepare_aStrangerVotesByAMessageOfItsOwn_isRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        List<Response> taken = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> taken.add(votes(begun, Answer.HEURISTIC_HAZARD)));
        node.manager().commit();
        assertThat(taken).singleElement().isInstanceOf(Response.Refused.class);
        assertThat(resource.committed()).isOne();
    }

    @Test
    void aCommitIsToldToThoseWhoAreRegistered() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.COMMIT, Answer.RETRY);
        node.manager().commit();
        assertThat(stranger.asks(NODE, inquiry(begun, stranger))).isEqualTo(new Response.Decided(Decision.COMMIT));
        Response refused = other.asks(NODE, inquiry(begun, other));
        assertThat(((Response.Refused) refused).why()).isEqualTo(Why.FORBIDDEN);
    }

    /** It asks for the decision before the commit comes to it again, commits, and goes (OTS 1.4: a Resource may). */
    @Test
    void whoAsksHearsOfTheCommitAndMayGoThen() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.refuses(RemoteVerb.COMMIT, Why.GONE);
        node.manager().commit();
        assertThat(stranger.asks(NODE, inquiry(begun, stranger))).isEqualTo(new Response.Decided(Decision.COMMIT));
        passTime();
        assertThat(node.node().coordinator().parked()).isEmpty();
    }

    /** Its question before the decision tells it nothing, so that it can't have committed. */
    @Test
    void whoAskedBeforeTheDecisionHasNotHeardOfTheCommit() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        List<Response> told = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> told.add(stranger.asks(NODE, inquiry(begun, stranger))));
        stranger.refuses(RemoteVerb.COMMIT, Why.GONE);
        node.manager().commit();
        assertThat(told).containsExactly(new Response.Decided(Decision.UNDECIDED));
        passTime();
        assertThat(node.node().coordinator().parked()).hasSize(1);
    }

    private void passTime() {
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofMinutes(11));
            node.node().recovery().run(true);
        }
    }

    private static Request inquiry(JtaTransaction begun, Stranger who) {
        return new Request.Inquire(name(begun), BranchRef.ofStranger(begun.id(), who.address()));
    }
}
