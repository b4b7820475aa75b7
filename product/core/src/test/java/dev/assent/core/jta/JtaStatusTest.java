package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.Status;
import java.util.EnumMap;
import java.util.Map;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The status of a transaction in every state it can be in. */
@Fast
class JtaStatusTest {
    private final Map<FaultPoint, Integer> seen = new EnumMap<>(FaultPoint.class);
    private final TestNode node = TestNode.builder()
            .tracer((point, id, participant) -> seen.put(point, status()))
            .open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private JtaTransaction transaction;

    private int status() {
        return transaction == null ? Status.STATUS_NO_TRANSACTION : transaction.getStatus();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    @Test
    void aTwoPhaseCommitIsPreparingPreparedCommittingCommitted() throws Exception {
        transaction = node.beginOn(orders, payments);
        assertThat(status()).isEqualTo(Status.STATUS_ACTIVE);
        transaction.commit();
        assertThat(seen)
                .containsEntry(FaultPoint.BEFORE_PREPARE, Status.STATUS_PREPARING)
                .containsEntry(FaultPoint.BEFORE_FORCE, Status.STATUS_PREPARED)
                .containsEntry(FaultPoint.AFTER_FORCE, Status.STATUS_PREPARED)
                .containsEntry(FaultPoint.BEFORE_COMMIT, Status.STATUS_COMMITTING)
                .containsEntry(FaultPoint.AFTER_END, Status.STATUS_COMMITTED);
        assertThat(status()).isEqualTo(Status.STATUS_COMMITTED);
    }

    @Test
    void aOnePhaseCommitIsCommittingCommitted() throws Exception {
        transaction = node.beginOn(orders);
        transaction.commit();
        assertThat(seen).containsEntry(FaultPoint.BEFORE_ONE_PHASE, Status.STATUS_COMMITTING);
        assertThat(status()).isEqualTo(Status.STATUS_COMMITTED);
    }

    @Test
    void aRollbackIsRollingBackRolledBack() throws Exception {
        transaction = node.beginOn(orders);
        transaction.setRollbackOnly();
        assertThat(status()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        transaction.rollback();
        assertThat(seen).containsEntry(FaultPoint.BEFORE_ROLLBACK, Status.STATUS_ROLLING_BACK);
        assertThat(status()).isEqualTo(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void aParkedTransactionIsStillCommittingOrRollingBack() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        transaction = node.beginOn(orders, payments);
        transaction.commit();
        assertThat(status()).isEqualTo(Status.STATUS_COMMITTING);
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        transaction = node.beginOn(orders);
        transaction.rollback();
        assertThat(status()).isEqualTo(Status.STATUS_ROLLING_BACK);
        node.recovery().run(true);
        assertThat(status()).isEqualTo(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void aHeuristicOutcomeAndAnUnknownOneAreUnknown() throws Exception {
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_HEURMIX);
        transaction = node.beginOn(orders);
        assertThatThrownBy(transaction::commit).isNotNull();
        assertThat(status()).isEqualTo(Status.STATUS_UNKNOWN);
        transaction = node.beginOn(orders, payments);
        node.log().failNextForce(Durability.UNKNOWN);
        assertThatThrownBy(transaction::commit).isNotNull();
        assertThat(status()).isEqualTo(Status.STATUS_UNKNOWN);
    }
}
