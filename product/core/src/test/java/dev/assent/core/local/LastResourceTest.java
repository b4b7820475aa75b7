package dev.assent.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.RecoveryReport;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.Operator;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 13: a last resource without XA, with and without commit markers. */
@Fast
class LastResourceTest {
    private final EventList events = new EventList();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private final RecordingLocalResource plain = new RecordingLocalResource("ledger", events, false);
    private final RecordingLocalResource marked = new RecordingLocalResource("archive", events, true);
    private Consumer<FaultPoint> atPoint = reached -> {};
    private TestNode node = start();

    /** The node in its next epoch. */
    private TestNode start() {
        TestNode started = TestNode.builder()
                .events(events)
                .disk(disk)
                .tracer((point, id, participant) -> atPoint.accept(point))
                .open();
        started.register(orders);
        started.register(payments);
        started.resources().register(plain);
        started.resources().register(marked);
        return started;
    }

    private void restart() {
        atPoint = reached -> {};
        node.close();
        orders.restart();
        payments.restart();
        events.clear();
        node = start();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    /** A transaction with a last resource between two with XA; what happened until now is forgotten. */
    private JtaTransaction begin(RecordingLocalResource last) throws Exception {
        JtaTransaction begun = node.beginOn(orders);
        begun.enlistLastResource(last.name(), last.work());
        begun.enlistResource(payments.connect());
        events.clear();
        return begun;
    }

    /** A transaction whose process ends at a fault point. */
    private JtaTransaction crash(RecordingLocalResource last, FaultPoint point) throws Exception {
        JtaTransaction begun = begin(last);
        atPoint = reached -> {
            if (reached == point) {
                throw new SimulatedCrash("at " + point);
            }
        };
        assertThatThrownBy(begun::commit).isInstanceOf(SimulatedCrash.class);
        restart();
        return begun;
    }

    private GlobalTransaction parked() {
        return node.coordinator().parked().iterator().next();
    }

    private void assertCommitted(int last) {
        assertThat(new long[] {orders.committed(), payments.committed(), plain.committed() + marked.committed()})
                .containsExactly(1, 1, last);
        assertNothingLeft();
    }

    private void assertRolledBack() {
        assertThat(new long[] {orders.rolledBack(), payments.rolledBack(), plain.committed() + marked.committed()})
                .containsExactly(1, 1, 0);
        assertNothingLeft();
    }

    private void assertEndedAsTheLast(boolean isDone) {
        if (isDone) {
            assertCommitted(1);
        } else {
            assertRolledBack();
        }
    }

    private void assertNothingLeft() {
        assertThat(orders.known() + payments.known()).isZero();
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(node.coordinator().active()).isEmpty();
    }

    // ---- the standard way

    @Test
    void theLastResourceIsAskedBetweenTwoForcedRecordsWhenAllOthersArePrepared() throws Exception {
        begin(plain).commit();
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(LAST_RESOURCE)",
                "log.force",
                "ledger.commit",
                "log.append(DECISION)",
                "log.force",
                "orders.commit",
                "payments.commit",
                "log.release");
        assertCommitted(1);
    }

    @Test
    void withMarkersItsCommitLeavesOneThatRecoveryRemovesAfterTheEnd() throws Exception {
        JtaTransaction begun = begin(marked);
        begun.commit();
        assertThat(events.all()).contains("archive.commit(marker)");
        assertThat(marked.marked()).containsExactly(begun.id());
        node.recovery().run(true);
        assertThat(marked.marked()).isEmpty();
        assertCommitted(1);
    }

    @Test
    void aloneItCommitsInOnePhaseAndNothingIsForced() throws Exception {
        JtaTransaction begun = node.begin();
        begun.enlistLastResource("archive", marked.work());
        begun.commit();
        events.assertExactly("archive.commit");
    }

    @Test
    void whenAllOthersAreReadOnlyItCommitsAsIfItWereAlone() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        payments.votes(XAResource.XA_RDONLY);
        begin(plain).commit();
        events.assertExactly(
                "orders.end(TMSUCCESS)",
                "orders.prepare -> XA_RDONLY",
                "payments.end(TMSUCCESS)",
                "payments.prepare -> XA_RDONLY",
                "ledger.commit");
    }

    @Test
    void whenAnotherRefusesItIsRolledBackAndNothingIsForced() throws Exception {
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        assertThat(events.all()).contains("ledger.rollback").doesNotContain("log.force", "ledger.commit");
        assertThat(plain.rolledBack()).isEqualTo(1);
    }

    @Test
    void whenItRollsBackThatIsTheDecisionAndItIsForced() throws Exception {
        plain.refusesCommit();
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(begun::commit)
                .isInstanceOf(RollbackException.class)
                .hasStackTraceContaining("a constraint is violated");
        assertThat(events.all())
                .containsSubsequence(
                        "log.append(LAST_RESOURCE)",
                        "log.force",
                        "ledger.commit",
                        "log.append(ROLLBACK)",
                        "log.force",
                        "orders.rollback",
                        "payments.rollback",
                        "log.release");
        assertRolledBack();
    }

    @Test
    void aRollbackAsksItToRollBack() throws Exception {
        begin(plain).rollback();
        assertThat(plain.rolledBack()).isEqualTo(1);
        assertRolledBack();
    }

    // ---- enlistment

    @Test
    void aSecondOneIsRefusedAndTheTransactionGoesOn() throws Exception {
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(() -> begun.enlistLastResource("archive", marked.work()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-2051")
                .hasMessageContaining("'archive'")
                .hasMessageContaining("'ledger'");
        begun.commit();
        assertCommitted(1);
    }

    @Test
    void oneThatNobodyConfiguredIsRefused() throws Exception {
        JtaTransaction begun = node.begin();
        assertThatThrownBy(() -> begun.enlistLastResource("somewhere", plain.work()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-2050")
                .hasMessageContaining("archive, ledger");
        begun.rollback();
    }

    @Test
    void aNameIsGivenOnceOverBothKinds() {
        assertThatThrownBy(() -> node.resources().register(new RecordingLocalResource("orders", events, false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1011");
        assertThatThrownBy(() -> node.resources().register(new RecordingResource("ledger", events)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1011");
    }

    // ---- a lost answer

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLostAnswerLeavesTheOthersInDoubtUntilAnOperatorSaysWhatItDid(boolean isDone) throws Exception {
        plain.losesAnswer(isDone);
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(begun::commit)
                .isInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("ASSENT-2053")
                .hasMessageContaining("'ledger'")
                .hasStackTraceContaining("the connection is lost");
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_UNKNOWN);

        RecoveryReport report = node.recovery().run(true);
        assertThat(report.inDoubt()).isEqualTo(1);
        assertThat(report.isComplete()).isTrue();
        assertThat(node.awaitsRecovery()).isFalse();
        assertThat(node.notices().all())
                .filteredOn(text -> text.contains("ASSENT-2052"))
                .hasSize(1);
        assertThat(orders.known() + payments.known()).as("still prepared").isEqualTo(2);

        node.recovery().settleLast(begun.id(), isDone);
        node.recovery().run(true);
        assertEndedAsTheLast(isDone);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withMarkersRecoveryFindsOutWhatItDid(boolean isDone) throws Exception {
        marked.losesAnswer(isDone);
        JtaTransaction begun = begin(marked);
        assertThatThrownBy(begun::commit)
                .isInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("recovery asks for its commit marker");
        assertThat(node.awaitsRecovery()).isTrue();
        node.recovery().run(true);
        assertEndedAsTheLast(isDone);
        node.recovery().run(true);
        assertThat(marked.marked()).isEmpty();
    }

    /** The thread that forces for both went on with connections of the pass, which closed them meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoForcesTheDecisionForRecoveryDoesNotUseItsConnections(boolean isDone) throws Exception {
        marked.losesAnswer(isDone);
        JtaTransaction begun = begin(marked);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        List<String> untilForced = new ArrayList<>();
        node.log().answerLateOn(answer -> {
            answer.run();
            untilForced.addAll(events.all());
        });

        node.recovery().run(true);

        assertThat(untilForced)
                .contains("log.append(" + (isDone ? "DECISION" : "ROLLBACK") + ")")
                .doesNotContain("orders.commit", "payments.commit", "orders.rollback", "payments.rollback");
        assertEndedAsTheLast(isDone);
    }

    @Test
    void aDecisionThatIsForcedAfterThePassIsFollowedInTheNext() throws Exception {
        marked.losesAnswer(true);
        JtaTransaction begun = begin(marked);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        List<Runnable> late = new ArrayList<>();
        node.log().answerLateOn(late::add);
        node.recovery().run(true);
        assertThat(parked().step()).isEqualTo(Step.DECIDING);

        late.forEach(Runnable::run);

        assertThat(parked().step()).isEqualTo(Step.COMMIT_PARKED);
        node.recovery().run(true);
        assertCommitted(1);
    }

    @Test
    void anUnreachableMarkerDatabaseMeansWait() throws Exception {
        marked.losesAnswer(true);
        JtaTransaction begun = begin(marked);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        marked.setOutage(new IOException("connection refused"));
        RecoveryReport report = node.recovery().run(true);
        assertThat(report.waiting()).isEqualTo(1);
        assertThat(parked().step()).isEqualTo(Step.IN_DOUBT);
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        marked.setOutage(null);
        node.recovery().run(true);
        assertCommitted(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenMarkersAreSwitchedOffWhatTheyWouldTellIsTheOperators(boolean isSwitchedOnAgain) throws Exception {
        JtaTransaction begun = crash(marked, FaultPoint.AFTER_LAST);
        marked.setMarkers(false);
        for (int passes = 0; passes < 3; passes++) {
            RecoveryReport report = node.recovery().run(false);
            assertThat(report.inDoubt()).isEqualTo(1);
            assertThat(report.waiting()).isZero();
        }
        assertThat(node.notices().of(2056))
                .singleElement()
                .asString()
                .contains(begun.id().toString(), "'archive'", "'commit-markers'");
        assertThat(node.awaitsRecovery()).isFalse();
        assertThat(node.recovery().isWorthwhile()).isFalse();
        assertThat(shown(begun)).contains("waits for    an operator", "'commit-markers'");
        assertThat(orders.known() + payments.known()).as("still prepared").isEqualTo(2);

        if (isSwitchedOnAgain) {
            marked.setMarkers(true);
            assertThat(node.recovery().isWorthwhile()).isTrue();
        } else {
            node.recovery().settleLast(begun.id(), true);
        }
        node.recovery().run(false);
        assertCommitted(1);
    }

    private String shown(JtaTransaction transaction) {
        Operator operator = new Operator(new Operator.Parts(
                node.coordinator(),
                node.recovery(),
                AsideLogs.NONE,
                AuditTrail.NONE,
                Runnable::run,
                () -> NodeState.RUNNING));
        OperatorRequest show = new OperatorRequest(
                OperatorRequest.Verb.SHOW, transaction.id().toString(), OperatorRequest.Flags.NONE, "");
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(operator).run(show, "alice", answers::add);
        return answers.get(0).text();
    }

    @Test
    void aCommitThatComesAfterTheQuestionFindsTheMarkerTaken() throws Exception {
        JtaTransaction begun = begin(marked);
        atPoint = reached -> {
            if (reached == FaultPoint.BEFORE_LAST) {
                try (var markers = marked.openMarkers()) {
                    assertThat(markers.isCommitted(begun.id())).isFalse();
                } catch (Exception impossible) {
                    throw new AssertionError(impossible);
                }
            }
        };
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        assertRolledBack();
    }

    @Test
    void onlyATransactionInDoubtIsSettled() throws Exception {
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(() -> node.recovery().settleLast(begun.id(), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-2054");
        begun.commit();
        assertThatThrownBy(() -> node.recovery().settleLast(begun.id(), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is not known");
    }

    // ---- crashes

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_PREPARE", "AFTER_PREPARE", "BEFORE_LAST_RECORD"})
    void aCrashBeforeTheRecordIsPresumedAborted(FaultPoint point) throws Exception {
        crash(plain, point);
        node.recovery().run(true);
        assertThat(orders.committed() + payments.committed()).isZero();
        assertThat(plain.committed()).isZero();
        assertNothingLeft();
    }

    @ParameterizedTest
    @CsvSource({"AFTER_LAST_RECORD, false", "BEFORE_LAST, false", "AFTER_LAST, true", "BEFORE_FORCE, true"})
    void aCrashBetweenTheRecordsLeavesTheOthersInDoubt(FaultPoint point, boolean isDone) throws Exception {
        JtaTransaction begun = crash(plain, point);
        for (int passes = 0; passes < 3; passes++) {
            assertThat(node.recovery().run(true).inDoubt()).isEqualTo(1);
        }
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(events.all()).doesNotContain("orders.rollback", "orders.commit");
        restart();
        assertThat(node.recovery().run(true).inDoubt())
                .as("after another start")
                .isEqualTo(1);

        assertThat(node.recovery().settleLast(begun.id(), isDone).isParked()).isTrue();
        assertThat(events.all()).contains("log.append(" + (isDone ? "DECISION" : "ROLLBACK") + ")", "log.force");
        node.recovery().run(true);
        assertEndedAsTheLast(isDone);
    }

    @ParameterizedTest
    @CsvSource({"AFTER_LAST_RECORD, false", "BEFORE_LAST, false", "AFTER_LAST, true", "BEFORE_FORCE, true"})
    void aCrashBetweenTheRecordsIsDecidedByTheMarker(FaultPoint point, boolean isDone) throws Exception {
        crash(marked, point);
        node.recovery().run(true);
        assertEndedAsTheLast(isDone);
        node.recovery().run(true);
        assertThat(marked.marked()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"AFTER_FORCE", "BEFORE_COMMIT", "AFTER_COMMIT", "BEFORE_END"})
    void aCrashAfterTheDecisionCommits(FaultPoint point) throws Exception {
        crash(plain, point);
        node.recovery().run(true);
        assertCommitted(1);
    }

    @Test
    void aCrashAfterItRolledBackRollsBack() throws Exception {
        plain.refusesCommit();
        crash(plain, FaultPoint.AFTER_FORCE);
        node.recovery().run(true);
        assertRolledBack();
    }

    // ---- the log fails

    @Test
    void whenTheRecordIsRefusedAllRollBack() throws Exception {
        node.log().refuseNextAppend();
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        assertThat(plain.rolledBack()).isEqualTo(1);
        assertRolledBack();
    }

    @Test
    void whenTheForceOfTheRecordFailsTheLastResourceIsNotAsked() throws Exception {
        node.log().failNextForce(Durability.UNKNOWN);
        JtaTransaction begun = begin(plain);
        assertThatThrownBy(begun::commit).isInstanceOf(SystemException.class).hasMessageContaining("ASSENT-2001");
        assertThat(events.all()).doesNotContain("ledger.commit", "ledger.rollback");
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        restart();
        assertThat(node.recovery().run(true).inDoubt()).isEqualTo(1);
    }

    @Test
    void whenTheDecisionIsRefusedRecoveryTriesAgainAndTheOthersStayPrepared() throws Exception {
        JtaTransaction begun = begin(plain);
        atPoint = reached -> {
            if (reached == FaultPoint.AFTER_LAST) {
                node.log().refuseNextAppend();
            }
        };
        assertThatThrownBy(begun::commit)
                .isInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("ASSENT-2055");
        atPoint = reached -> {};
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(node.awaitsRecovery()).isTrue();
        node.recovery().run(true);
        assertCommitted(1);
    }
}
