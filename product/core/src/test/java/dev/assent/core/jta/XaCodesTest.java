package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.RecoveryReport;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaMeaning;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicCommitException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every code in every verb, by a real transaction on strict resources: the node keeps the promises of
 * docs/reference/xa-codes.md.
 */
@Fast
class XaCodesTest {
    private static final int UNKNOWN_CODE = 4711;

    private final TestNode node = TestNode.open();
    private final EventList events = node.events();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");

    /** One failure: an XAException with a code, or a RuntimeException when {@code isBroken}. */
    record Failure(int code, boolean isBroken) {
        void plan(RecordingResource resource, XaVerb verb) {
            if (isBroken) {
                resource.throwing(verb, new IllegalStateException("driver bug"));
            } else {
                resource.fails(verb, code);
            }
        }

        XaMeaning in(XaVerb verb) {
            return XaCodes.meaning(verb, code);
        }

        @Override
        public String toString() {
            return isBroken ? "RuntimeException" : XaCodes.name(code);
        }
    }

    static Stream<Failure> failures() {
        return Stream.concat(
                XaCodes.ALL.stream().map(code -> new Failure(code.value(), false)),
                Stream.of(new Failure(UNKNOWN_CODE, false), new Failure(XAException.XAER_RMFAIL, true)));
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void start(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(payments);
        failure.plan(orders, XaVerb.START);
        Throwable told = catchThrowable(() -> transaction.enlistResource(orders.connect()));
        if (failure.in(XaVerb.START) == XaMeaning.ROLLBACK_ONLY) {
            assertThat(told).isExactlyInstanceOf(RollbackException.class);
            assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
            assertThat(catchThrowable(transaction::commit)).isExactlyInstanceOf(RollbackException.class);
            assertThat(payments.rolledBack()).isEqualTo(1);
        } else {
            assertThat(failure.in(XaVerb.START)).isEqualTo(XaMeaning.FAILED);
            assertThat(told).isExactlyInstanceOf(SystemException.class).hasMessageContaining("ASSENT-2010");
            assertThat(((SystemException) told).errorCode).isEqualTo(failure.code());
            assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
            transaction.commit();
            assertThat(payments.committed()).isEqualTo(1);
        }
        assertThat(events.of("orders")).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void endByDelist(Failure failure) throws Exception {
        JtaTransaction transaction = node.begin();
        XAResource connection = orders.connect();
        transaction.enlistResource(connection);
        failure.plan(orders, XaVerb.END);
        Throwable told = catchThrowable(() -> transaction.delistResource(connection, XAResource.TMSUCCESS));
        if (failure.in(XaVerb.END) == XaMeaning.DONE) {
            assertThat(told).isNull();
            transaction.commit();
            assertThat(orders.committed()).isEqualTo(1);
        } else {
            assertThat(failure.in(XaVerb.END)).isEqualTo(XaMeaning.ROLLBACK_ONLY);
            assertThat(told).isExactlyInstanceOf(SystemException.class).hasMessageContaining("ASSENT-2011");
            assertThat(catchThrowable(transaction::commit)).isExactlyInstanceOf(RollbackException.class);
            assertThat(orders.rolledBack()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void endByCommit(Failure failure) throws Exception {
        for (RecordingResource[] resources : new RecordingResource[][] {{orders}, {orders, payments}}) {
            JtaTransaction transaction = node.beginOn(resources);
            failure.plan(orders, XaVerb.END);
            Throwable told = catchThrowable(transaction::commit);
            if (failure.in(XaVerb.END) == XaMeaning.DONE) {
                assertThat(told).isNull();
                assertThat(orders.committed()).isPositive();
            } else {
                assertThat(told).isExactlyInstanceOf(RollbackException.class).hasMessageContaining("'orders'");
                assertThat(orders.committed() + payments.committed()).isZero();
                assertThat(orders.known() + payments.known()).isZero();
                assertThat(events.count("force") + events.count("prepare")).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void prepare(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(payments, orders);
        failure.plan(orders, XaVerb.PREPARE);
        assertThat(catchThrowable(transaction::commit))
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020")
                .hasMessageContaining("'orders'");
        boolean isAsked = failure.in(XaVerb.PREPARE) == XaMeaning.REFUSED;
        assertThat(failure.in(XaVerb.PREPARE)).isIn(XaMeaning.REFUSED, XaMeaning.ROLLED_BACK);
        assertThat(events.of("orders").contains("orders.rollback"))
                .as("is asked to roll back")
                .isEqualTo(isAsked);
        assertThat(payments.rolledBack()).isEqualTo(1);
        assertThat(orders.known() + payments.known()).isZero();
        assertThat(events.count("force")).isZero();
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void commit(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        failure.plan(orders, XaVerb.COMMIT);
        Throwable told = catchThrowable(transaction::commit);
        assertThat(payments.committed()).isEqualTo(1);
        switch (failure.in(XaVerb.COMMIT)) {
            case FORGET_THEN_DONE -> {
                assertThat(told).isNull();
                assertThat(events.all()).containsSubsequence("orders.forget", "payments.commit", "log.release");
                assertThat(orders.known()).isZero();
            }
            case HEURISTIC_ROLLBACK, HEURISTIC_MIXED -> keptAsHeuristic(transaction, told, "HEURISTIC_MIXED");
            case HAZARD -> keptAsHeuristic(transaction, told, "HEURISTIC_HAZARD");
            case RETRY, RETRY_OR_HAZARD -> {
                assertThat(told).isNull();
                assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_COMMITTING);
                RecoveryReport report = node.recovery().run(true);
                assertThat(report.committed()).isEqualTo(1);
                assertThat(orders.committed()).isEqualTo(1);
                assertThat(node.coordinator().knows(transaction.id())).isFalse();
            }
            default -> throw new AssertionError(failure.in(XaVerb.COMMIT));
        }
    }

    private void keptAsHeuristic(JtaTransaction transaction, Throwable told, String outcome) {
        assertThat(told)
                .isExactlyInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("ASSENT-2022")
                .hasMessageContaining(outcome)
                .hasMessageContaining("'orders'");
        assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
        node.recovery().run(true);
        assertThat(node.coordinator().knows(transaction.id())).as("kept").isTrue();
        node.recovery().forget(transaction.id());
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void commitOfABranchThatIsGoneAfterwards(Failure failure) throws Exception {
        XaMeaning meaning = failure.in(XaVerb.COMMIT);
        if (meaning != XaMeaning.RETRY && meaning != XaMeaning.RETRY_OR_HAZARD) {
            return;
        }
        JtaTransaction transaction = node.beginOn(orders, payments);
        failure.plan(orders, XaVerb.COMMIT);
        transaction.commit();
        orders.loseAll();
        events.clear();
        node.recovery().run(true);
        assertThat(events.of("orders")).doesNotContain("orders.commit");
        if (meaning == XaMeaning.RETRY) {
            assertThat(node.coordinator().knows(transaction.id())).isFalse();
            assertThat(events.all()).endsWith("log.release");
        } else {
            GlobalTransaction kept = node.coordinator().find(transaction.id());
            assertThat(kept).isNotNull();
            assertThat(kept.participants().heuristics())
                    .singleElement()
                    .asString()
                    .contains("'orders'", "HEURISTIC_HAZARD");
            assertThat(node.notices().of(4006)).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void commitOnePhase(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(orders);
        failure.plan(orders, XaVerb.COMMIT_ONE_PHASE);
        Throwable told = catchThrowable(transaction::commit);
        boolean isRolledBack = events.of("orders").contains("orders.rollback");
        switch (failure.in(XaVerb.COMMIT_ONE_PHASE)) {
            case ROLLED_BACK -> {
                assertThat(told).isExactlyInstanceOf(RollbackException.class).hasMessageContaining("'orders'");
                assertThat(isRolledBack).isFalse();
                assertThat(node.coordinator().knows(transaction.id())).isFalse();
            }
            case RETRY -> {
                assertThat(told).isExactlyInstanceOf(RollbackException.class);
                assertThat(isRolledBack).isTrue();
                assertThat(orders.rolledBack()).isEqualTo(1);
            }
            case FORGET_THEN_DONE -> {
                assertThat(told).isNull();
                assertThat(events.all()).endsWith("orders.forget");
            }
            case HEURISTIC_ROLLBACK -> {
                assertThat(told).isExactlyInstanceOf(HeuristicRollbackException.class);
                assertThat(node.coordinator().knows(transaction.id())).isTrue();
            }
            case HEURISTIC_MIXED -> keptAsHeuristic(transaction, told, "HEURISTIC_MIXED");
            case HAZARD -> {
                assertThat(told)
                        .isExactlyInstanceOf(HeuristicMixedException.class)
                        .hasMessageContaining("HEURISTIC_HAZARD");
                assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
                assertThat(isRolledBack).isFalse();
            }
            default -> throw new AssertionError(failure.in(XaVerb.COMMIT_ONE_PHASE));
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void rollback(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(orders);
        failure.plan(orders, XaVerb.ROLLBACK);
        Throwable told = catchThrowable(transaction::rollback);
        switch (failure.in(XaVerb.ROLLBACK)) {
            case DONE, GONE -> {
                assertThat(told).isNull();
                assertThat(node.coordinator().knows(transaction.id())).isFalse();
            }
            case FORGET_THEN_DONE -> {
                assertThat(told).isNull();
                assertThat(events.all()).endsWith("orders.forget");
                assertThat(orders.known()).isZero();
            }
            case HEURISTIC_COMMIT -> toldByCause(told, HeuristicCommitException.class, "HEURISTIC_COMMIT");
            case HEURISTIC_MIXED -> toldByCause(told, HeuristicMixedException.class, "HEURISTIC_MIXED");
            case HAZARD -> toldByCause(told, HeuristicMixedException.class, "HEURISTIC_HAZARD");
            case RETRY -> {
                assertThat(told).isNull();
                assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ROLLING_BACK);
                assertThat(node.recovery().run(true).rolledBack()).isEqualTo(1);
                assertThat(node.coordinator().knows(transaction.id())).isFalse();
                assertThat(events.count("force")).isZero();
            }
            default -> throw new AssertionError(failure.in(XaVerb.ROLLBACK));
        }
    }

    private void toldByCause(Throwable told, Class<? extends Throwable> cause, String outcome) {
        assertThat(told)
                .isExactlyInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2022")
                .hasMessageContaining(outcome)
                .hasCauseExactlyInstanceOf(cause);
        assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
    }

    @ParameterizedTest
    @MethodSource("failures")
    void rollbackOfAPreparedBranchIsTriedUntilItIsGone(Failure failure) throws Exception {
        if (failure.in(XaVerb.ROLLBACK) != XaMeaning.RETRY) {
            return;
        }
        JtaTransaction transaction = node.beginOn(orders, payments);
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        failure.plan(orders, XaVerb.ROLLBACK);
        assertThat(catchThrowable(transaction::commit)).isExactlyInstanceOf(RollbackException.class);
        assertThat(orders.known()).as("still in doubt").isEqualTo(1);
        assertThat(node.recovery().run(true).rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(orders.known()).isZero();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void forget(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURMIX);
        assertThat(catchThrowable(transaction::commit)).isExactlyInstanceOf(HeuristicMixedException.class);
        failure.plan(orders, XaVerb.FORGET);
        Throwable told = catchThrowable(() -> node.recovery().forget(transaction.id()));
        if (failure.in(XaVerb.FORGET) == XaMeaning.DONE) {
            assertThat(told).isNull();
        } else {
            assertThat(failure.in(XaVerb.FORGET)).isEqualTo(XaMeaning.RETRY);
            assertThat(told).isExactlyInstanceOf(IllegalStateException.class).hasMessageContaining("ASSENT-4010");
            assertThat(events.all()).doesNotContain("log.release");
            assertThat(node.coordinator().knows(transaction.id())).isTrue();
            node.recovery().forget(transaction.id());
        }
        assertThat(events.all()).endsWith("log.release");
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void recover(Failure failure) throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        transaction.commit();
        failure.plan(orders, XaVerb.RECOVER);
        RecoveryReport report = node.recovery().run(true);
        assertThat(report.unreachable()).containsExactly("orders");
        assertThat(report.waiting()).isEqualTo(1);
        assertThat(report.isComplete()).isFalse();
        assertThat(node.notices().of(4001))
                .singleElement()
                .asString()
                .contains(failure.isBroken() ? "driver bug" : failure.toString());
        assertThat(orders.openSessions()).isZero();
        assertThat(node.recovery().run(true).committed()).isEqualTo(1);
        assertThat(node.notices().of(4002)).hasSize(1);
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(orders.openSessions()).isZero();
    }
}
