package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.audit.Act;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.ForgetOrder;
import dev.assent.core.xa.XaVerb;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.remote.transport.Transport.Feature;
import jakarta.transaction.HeuristicMixedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

/** How transactions end that are in several nodes. */
abstract class CompletionContract extends ContractPart {
    @Test
    void allCommit() throws Exception {
        beginAtBoth();
        commit();
        assertCommitted(a(), b());
        world().events().assertBefore("b.prepare", "a.commit");
        world().events().assertBefore("a.prepare", "b.commit");
        assertThat(b().isIdle()).isTrue();
        assertThat(a().isIdle()).isTrue();
    }

    @Test
    void allRollBack() throws Exception {
        beginAtBoth();
        rollback();
        world().settle();
        assertRolledBack(a(), b());
        assertThat(count("b.prepare")).isZero();
    }

    @Test
    void whereOneVotesNoAllRollBack() throws Exception {
        beginAtBoth();
        b().resource().fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aReadOnlySubordinateHearsNothingMore() throws Exception {
        beginAtBoth();
        b().resource().votes(XAResource.XA_RDONLY);
        long forces = b().forces();
        commit();
        assertCommitted(a());
        assertThat(b().isIdle()).isTrue();
        assertThat(wire().sent(MessageKind.PREPARE)).isOne();
        assertThat(wire().sent(MessageKind.COMMIT)).isZero();
        assertThat(b().forces()).isEqualTo(forces);
    }

    @Test
    void aLoneSubordinateDecidesWhereTheWireCanSaySo() throws Exception {
        a().service().node().begin();
        a().office(b()).work();
        long forces = a().forces();
        commit();
        assertCommitted(b());
        boolean isOnePhase = can(Feature.ONE_PHASE);
        assertThat(wire().sent(MessageKind.COMMIT_ONE_PHASE)).isEqualTo(isOnePhase ? 1 : 0);
        assertThat(wire().sent(MessageKind.PREPARE)).isEqualTo(isOnePhase ? 0 : 1);
        assertThat(wire().sent(MessageKind.COMMIT)).isEqualTo(isOnePhase ? 0 : 1);
        assertThat(a().forces() - forces).isEqualTo(isOnePhase ? 0 : 1); // law 4
        world().settle();
    }

    @Test
    void aLoneSubordinateThatCannotCommitRollsBack() throws Exception {
        a().service().node().begin();
        a().office(b()).work();
        b().resource().fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        b().resource().fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBDEADLOCK);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(b());
    }

    @Test
    void aSubordinateThatCallsNobodyAndDoesNothingDoesNotMatter() throws Exception {
        a().begin();
        a().office(b()).remainingMillis();
        commit();
        world().settle();
        assertCommitted(a());
    }

    // ---- timeouts

    @Test
    void whenTheTimeIsOverAllRollBack() throws Exception {
        a().service().manager().setTransactionTimeout(30);
        beginAtBoth();
        world().pass(Duration.ofSeconds(30));
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSubordinateThatHearsNothingRollsBackAndSoDoTheOthers() throws Exception {
        beginAtBoth();
        world().pass(Duration.ofSeconds(60));
        ContractWorld.until(() -> b().resource().rolledBack() == 1);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSubordinateWhoseTimeIsOverSaysSoAndNobodyAsksItForAVote() throws Exception {
        JtaTransaction begun = a().begin();
        a().office(b()).work();
        world().pass(Duration.ofSeconds(60));
        ContractWorld.until(() -> begun.engine().isMarkedRollback());
        assertThat(b().resource().rolledBack()).as("first it rolls back").isOne();
        assertThatThrownBy(() -> a().office(b()).work())
                .as("no work is done for nothing")
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8047");
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
        assertThat(wire().sent(MessageKind.PREPARE)).isZero();
        assertThat(wire().sent(MessageKind.VOTE)).isOne();
    }

    @Test
    void aSubordinateOfASubordinateSaysSoToTheOneThatHasCalledIt() throws Exception {
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        c().coordinator().active().get(0).abandon(new IllegalStateException("this part alone"));
        ContractWorld.until(() -> b().coordinator().active().get(0).isMarkedRollback());
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b(), c());
    }

    // ---- synchronizations

    @Test
    void synchronizationsRunBeforeAnybodyPrepares() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion("");
        a().office(c()).work();
        commit();
        world().settle();
        world().events().assertBefore("b.synchronized", "a.prepare");
        world().events().assertBefore("b.synchronized", "b.prepare");
        world().events().assertBefore("b.synchronized", "c.prepare");
        assertCommitted(a(), b(), c());
    }

    @Test
    void aSubordinateThatEachCallLeavesASynchronizationIsAskedOnce() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion("");
        a().office(b()).workBeforeCompletion("");
        commit();
        world().settle();
        assertThat(count("b.synchronized")).isEqualTo(2);
        assertThat(wire().sent(MessageKind.BEFORE_COMPLETION)).isOne();
        assertThat(wire().sent(MessageKind.PREPARE)).isOne();
        assertCommitted(a());
        assertThat(b().resource().committed()).isPositive();
    }

    @Test
    void whatASynchronizationCallsIsPartOfTheTransaction() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion(c().officeAddress());
        commit();
        world().settle();
        world().events().assertBefore("b.synchronized", "c.called");
        world().events().assertBefore("c.called", "a.prepare");
        assertCommitted(a(), b(), c());
    }

    @Test
    void synchronizationsFurtherDownRunBeforeAnybodyPrepares() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).passOnBeforeCompletion(c().officeAddress());
        commit();
        world().settle();
        world().events().assertBefore("c.synchronized", "a.prepare");
        assertCommitted(a(), c());
    }

    @Test
    void whatTheSecondCallerOfASubordinateRegistersRunsToo() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).passOn(d().officeAddress());
        a().office(c()).passOnBeforeCompletion(d().officeAddress());
        commit();
        world().settle();
        assertThat(count("d.synchronized")).isOne();
        world().events().assertBefore("d.synchronized", "a.prepare");
        assertThat(d().resource().committed()).isPositive();
    }

    /** As one that comes by a call that was still under way when the commit began: others may have prepared already. */
    @Test
    void aSynchronizationThatWasNotAskedForBeforePhaseOneRollsBack() throws Exception {
        assumeTrue(can(Feature.SYNCHRONIZATIONS));
        a().begin();
        a().office(b()).workBeforeCompletion("");
        Request prepare = new Request.Ask(RemoteVerb.PREPARE, branch());
        assertThat(ask(a(), registeredAddress(), prepare)).isEqualTo(new Response.Answered(Answer.ROLLED_BACK));
        assertCommitRollsBack();
        world().settle();
        assertThat(count("b.synchronized")).isZero();
        assertRolledBack(b());
    }

    // ---- heuristic outcomes

    @Test
    void aHeuristicOutcomeIsKeptAtBothEndsUntilItIsForgottenAtTheSuperior() throws Exception {
        assumeTrue(can(Feature.HEURISTICS) && can(Feature.FORGET));
        beginAtBoth();
        JtaTransaction begun = Objects.requireNonNull(a().service().manager().getTransaction());
        b().resource().fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThatThrownBy(this::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(a().coordinator().parked()).hasSize(1);
        assertThat(b().coordinator().parked()).hasSize(1);
        begun.engine().askToForget(new ForgetOrder(new Act("a test", 0, "seen"), Set.of()));
        world().settle();
        assertThat(count("b.forget")).isOne();
    }

    @Test
    void aForgettingThatIsLostIsToldAgain() throws Exception {
        assumeTrue(can(Feature.HEURISTICS) && can(Feature.FORGET));
        beginAtBoth();
        JtaTransaction begun = Objects.requireNonNull(a().service().manager().getTransaction());
        b().resource().fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThatThrownBy(this::commit).isInstanceOf(HeuristicMixedException.class);
        wire().next(MessageKind.FORGET, Passage::lose);
        begun.engine().askToForget(new ForgetOrder(new Act("a test", 0, "seen"), Set.of()));
        world().settle();
        assertThat(wire().sent(MessageKind.FORGET)).isGreaterThan(1);
        assertThat(count("b.forget")).isOne();
    }

    @Test
    void whereTheWireHasNoWordForItTheOperatorThereSeesAHeuristicOutcome() throws Exception {
        assumeTrue(!can(Feature.HEURISTICS));
        beginAtBoth();
        b().resource().fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        commit();
        world().settle(a());
        assertThat(a().resource().committed()).isOne();
        assertThat(b().coordinator().parked()).hasSize(1);
        b().service()
                .node()
                .recovery()
                .forget(b().coordinator().parked().iterator().next().id());
        world().settle();
        assertThat(count("b.forget")).isOne();
    }
}
