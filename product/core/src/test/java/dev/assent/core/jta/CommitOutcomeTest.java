package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.LogUnavailableException;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.Durability;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicCommitException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The events, in order, for every outcome; and the outcome that the application gets. */
@Fast
class CommitOutcomeTest {
    private final TestNode node = TestNode.open();
    private final EventList events = node.events();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final RecordingResource stock = node.resource("stock");

    @AfterEach
    void closeNode() {
        node.close();
    }

    /** A transaction on these resources; what happened until now is forgotten. */
    private JtaTransaction begin(RecordingResource... resources) throws Exception {
        JtaTransaction begun = node.beginOn(resources);
        events.clear();
        return begun;
    }

    private static List<Throwable> failures(Throwable told) {
        return List.of(told.getSuppressed());
    }

    // ---- commit

    @Test
    void noParticipantCostsNothing() throws Exception {
        begin().commit();
        events.assertExactly();
    }

    @Test
    void oneParticipantCommitsInOnePhase() throws Exception {
        begin(orders).commit();
        events.assertExactly("orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void twoParticipantsCommitInTwoPhasesAroundOneForce() throws Exception {
        begin(orders, payments).commit();
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(DECISION)",
                "log.force",
                "orders.commit",
                "payments.commit",
                "log.release");
        assertThat(node.coordinator().active()).isEmpty();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void aReadOnlyParticipantIsAskedNothingMore() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        begin(orders, payments).commit();
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XA_RDONLY",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(DECISION)",
                "log.force",
                "payments.commit",
                "log.release");
    }

    @Test
    void allReadOnlyWritesNothing() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        payments.votes(XAResource.XA_RDONLY);
        begin(orders, payments).commit();
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XA_RDONLY",
                "payments.end(TMSUCCESS)",
                "payments.prepare -> XA_RDONLY");
    }

    // ---- rollback

    @Test
    void rollbackEndsAndRollsBackEachAndWritesNothing() throws Exception {
        begin(orders, payments).rollback();
        events.assertExactly("orders.end(TMFAIL)", "orders.rollback", "payments.end(TMFAIL)", "payments.rollback");
    }

    @Test
    void theFirstRefusalEndsPhaseOneAndTheOthersRollBackUnasked() throws Exception {
        orders.fails(XaVerb.PREPARE, XAException.XA_RBINTEGRITY);
        JtaTransaction transaction = begin(orders, payments);
        Throwable told = catchThrowable(transaction::commit);
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XA_RBINTEGRITY",
                "payments.end(TMFAIL)",
                "payments.rollback");
        assertThat(told)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020")
                .hasMessageContaining(transaction.id().toString())
                .hasMessageContaining("'orders'")
                .hasMessageContaining("XA_RBINTEGRITY");
        assertThat(failures(told))
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(ParticipantFailure.class)
                        .hasMessageContaining("ASSENT-2040")
                        .hasMessageContaining("'orders'")
                        .hasCauseInstanceOf(XAException.class));
    }

    @Test
    void aRefusalAtTheSecondRollsThePreparedFirstBack() throws Exception {
        payments.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        JtaTransaction transaction = begin(orders, payments, stock);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(RollbackException.class);
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare -> XA_RBDEADLOCK",
                "orders.rollback",
                "stock.end(TMFAIL)",
                "stock.rollback");
    }

    @Test
    void aParticipantThatMadeNoPromiseIsAskedToRollBack() throws Exception {
        orders.fails(XaVerb.PREPARE, XAException.XAER_RMERR);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("XAER_RMERR");
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XAER_RMERR",
                "orders.rollback",
                "payments.end(TMFAIL)",
                "payments.rollback");
    }

    @Test
    void aStrangeVoteIsNoPromise() throws Exception {
        orders.votes(42);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("42");
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(events.count("force")).isZero();
    }

    @Test
    void aReadOnlyParticipantBeforeARefusalIsAskedNothingMore() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(RollbackException.class);
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XA_RDONLY",
                "payments.end(TMSUCCESS)",
                "payments.prepare -> XA_RBROLLBACK");
    }

    @Test
    void aLoneParticipantThatRefusesIsDone() throws Exception {
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBROLLBACK);
        JtaTransaction transaction = begin(orders);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020")
                .hasMessageContaining("XA_RBROLLBACK");
        events.assertExactly("orders.end(TMSUCCESS)", "orders.commit(one phase) -> XA_RBROLLBACK");
    }

    @Test
    void everyParticipantsFailureIsTold() throws Exception {
        orders.fails(XaVerb.PREPARE, XAException.XAER_RMERR);
        payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        JtaTransaction transaction = begin(orders, payments);
        Throwable told = catchThrowable(transaction::commit);
        assertThat(told).isExactlyInstanceOf(RollbackException.class);
        assertThat(failures(told))
                .extracting(Throwable::getMessage)
                .satisfiesExactly(
                        first -> assertThat(first).contains("'orders'", "XAER_RMERR"),
                        second -> assertThat(second).contains("'payments'", "XAER_RMFAIL"));
    }

    // ---- the log

    @Test
    void aFullLogRollsBackAndTheCauseSaysSo() throws Exception {
        JtaTransaction transaction = begin(orders, payments);
        node.log().refuseNextAppend();
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020")
                .hasMessageContaining("ASSENT-3010")
                .hasCauseInstanceOf(LogUnavailableException.class);
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(DECISION) -> refused",
                "orders.rollback",
                "payments.rollback");
        begin(orders, payments).commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void aRecordThatCannotBeWrittenRollsBackAndNothingStaysInDoubt() throws Exception {
        JtaTransaction transaction = begin(orders, payments);
        node.log().refuseNextAppend(new IllegalArgumentException("a record's body is too long"));
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("too long");
        assertThat(orders.known() + payments.known()).isZero();
        assertThat(node.coordinator().active()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Durability.class,
            names = {"UNKNOWN", "FENCED"})
    void aForceOfUnknownFateRollsNothingBackAndStopsTheNode(Durability answer) throws Exception {
        JtaTransaction transaction = begin(orders, payments);
        node.log().failNextForce(answer);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2001")
                .hasMessageContaining(transaction.id().toString());
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(DECISION)",
                "log.force -> " + answer);
        assertThat(orders.known() + payments.known())
                .as("prepared branches stay")
                .isEqualTo(2);
        assertThat(node.coordinator().parked())
                .as("an operator sees it")
                .extracting(GlobalTransaction::id)
                .containsExactly(transaction.id());
        assertThatThrownBy(node.manager()::begin)
                .isExactlyInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-1004")
                .hasMessageContaining("ASSENT-2001");
        events.clear();
        node.recovery().run(true);
        assertThat(events.count("rollback") + events.count("commit")).isZero();
        assertThat(node.coordinator().knows(transaction.id())).isTrue();
    }

    @Test
    void anErrorInTheMiddleOfTheEnd_stopsTheNode() throws Exception {
        JtaTransaction transaction = begin(orders, payments);
        Error error = new OutOfMemoryError("in the engine");
        node.log().onAppend((kind, position) -> {
            throw error;
        });
        assertThatThrownBy(transaction::commit).isSameAs(error);
        assertThat(node.coordinator().stopCause()).isSameAs(error);
        assertThat(orders.known() + payments.known())
                .as("prepared branches stay")
                .isEqualTo(2);
        assertThatThrownBy(node.manager()::begin).hasMessageContaining("ASSENT-1004");
    }

    @Test
    void aTransactionThatIsActiveWhenTheNodeStopsRollsBack() throws Exception {
        JtaTransaction active = node.beginOn(stock);
        node.manager().suspend();
        JtaTransaction unknown = node.beginOn(orders, payments);
        node.log().failNextForce(Durability.UNKNOWN);
        assertThatThrownBy(unknown::commit).isExactlyInstanceOf(SystemException.class);
        assertThatThrownBy(active::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2001");
        assertThat(stock.rolledBack()).isEqualTo(1);
    }

    // ---- heuristics

    @Test
    void allRolledBackAgainstTheDecisionIsAHeuristicRollback() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = begin(orders, payments);
        Throwable told = catchThrowable(transaction::commit);
        assertThat(told)
                .isExactlyInstanceOf(HeuristicRollbackException.class)
                .hasMessageContaining("ASSENT-2022")
                .hasMessageContaining("HEURISTIC_ROLLBACK")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("'payments'");
        assertThat(failures(told)).hasSize(2);
        assertThat(events.all())
                .endsWith(
                        "log.force",
                        "orders.commit -> XA_HEURRB",
                        "payments.commit -> XA_HEURRB",
                        "log.append(HEURISTIC)",
                        "log.force");
    }

    @Test
    void oneRolledBackAgainstTheDecisionIsMixed() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = begin(orders, payments);
        Throwable told = catchThrowable(transaction::commit);
        assertThat(told)
                .isExactlyInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("HEURISTIC_MIXED")
                .hasMessageContaining("'orders'");
        assertThat(told.getMessage()).doesNotContain("'payments'");
        assertThat(payments.committed()).isEqualTo(1);
    }

    @Test
    void aReadOnlyParticipantDoesNotMakeAHeuristicRollbackMixed() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(HeuristicRollbackException.class);
    }

    @Test
    void aHazardIsToldAsMixedAndTheMessageSaysWhichItIs() throws Exception {
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURHAZ);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("HEURISTIC_HAZARD")
                .hasMessageContaining("'payments'");
    }

    @Test
    void aHeuristicCommitIsTheCommitThatWasDecidedAndTheResourceIsToldToForget() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURCOM);
        begin(orders, payments).commit();
        assertThat(events.all())
                .endsWith(
                        "log.force", "orders.commit -> XA_HEURCOM", "orders.forget", "payments.commit", "log.release");
        assertThat(orders.known()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {XAException.XA_HEURRB, XAException.XA_HEURMIX, XAException.XA_HEURHAZ})
    void aHeuristicOutcomeOfOnePhaseIsForcedBeforeItIsTold(int code) throws Exception {
        orders.fails(XaVerb.COMMIT_ONE_PHASE, code);
        JtaTransaction transaction = begin(orders);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(
                        code == XAException.XA_HEURRB
                                ? HeuristicRollbackException.class
                                : HeuristicMixedException.class)
                .hasMessageContaining("ASSENT-2022");
        assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
        assertThat(node.coordinator().knows(transaction.id())).isTrue();
    }

    /** It was said to be marked rollback-only. */
    @Test
    void whoCommitsWhileTheNodeIsBeingClosedIsToldSo() throws Exception {
        JtaTransaction transaction = begin(orders);
        node.coordinator().stop(null);
        assertThatThrownBy(transaction::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2020", "ASSENT-1008", "closed");
    }

    @Test
    void aHeuristicCommitAgainstARollbackIsToldByItsCause() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        JtaTransaction transaction = begin(orders);
        Throwable told = catchThrowable(transaction::rollback);
        assertThat(told)
                .isExactlyInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2022")
                .hasMessageContaining("HEURISTIC_COMMIT")
                .hasCauseExactlyInstanceOf(HeuristicCommitException.class);
        assertThat(failures(told)).hasSize(1);
        events.assertExactly(
                "orders.end(TMFAIL)", "orders.rollback -> XA_HEURCOM", "log.append(HEURISTIC)", "log.force");
    }

    @Test
    void aMixedOutcomeOfARollbackIsToldByItsCause() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::rollback)
                .isExactlyInstanceOf(SystemException.class)
                .hasCauseExactlyInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void aRefusedCommitWhoseRollbackWentAnotherWayIsMixed() throws Exception {
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void aHeuristicRollbackIsTheRollbackThatWasAskedAndTheResourceIsToldToForget() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURRB);
        begin(orders).rollback();
        events.assertExactly("orders.end(TMFAIL)", "orders.rollback -> XA_HEURRB", "orders.forget");
    }

    @Test
    void aHeuristicOutcomeIsKeptUntilItIsForgottenAndTheResourceForgetsFirst() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURMIX);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(HeuristicMixedException.class);
        node.recovery().run(true);
        assertThat(node.coordinator().knows(transaction.id())).isTrue();
        assertThat(orders.known()).isEqualTo(1);
        events.clear();
        node.recovery().forget(transaction.id());
        events.assertExactly("orders.forget", "log.release");
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
        assertThat(orders.known()).isZero();
        assertThatThrownBy(() -> node.recovery().forget(transaction.id()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-4010");
    }

    @Test
    void nothingIsForgottenWhileTheResourceCannotBeTold() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURMIX);
        JtaTransaction transaction = begin(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(HeuristicMixedException.class);
        orders.fails(XaVerb.FORGET, XAException.XAER_RMFAIL);
        events.clear();
        assertThatThrownBy(() -> node.recovery().forget(transaction.id()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-4010")
                .hasMessageContaining("orders");
        events.assertExactly("orders.forget -> XAER_RMFAIL");
        assertThat(orders.openSessions()).isZero();
        orders.setOutage(new java.io.IOException("no route"));
        assertThatThrownBy(() -> node.recovery().forget(transaction.id())).isInstanceOf(IllegalStateException.class);
        orders.setOutage(null);
        node.recovery().forget(transaction.id());
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
    }

    @Test
    void anOutcomeThatWaitsForAResourceIsCommittedForTheApplication() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        begin(orders, payments).commit();
        assertThat(events.all()).endsWith("orders.commit -> XAER_RMFAIL", "payments.commit");
        assertThat(node.coordinator().parked()).hasSize(1);
        events.clear();
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.commit", "log.release");
        assertThat(orders.committed()).isEqualTo(1);
    }
}
