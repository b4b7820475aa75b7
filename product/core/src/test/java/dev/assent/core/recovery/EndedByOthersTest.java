package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A prepared branch is gone before it gets the decision: another party has ended it, and how is unknown (law 11). */
@Fast
class EndedByOthersTest {
    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private FaultPoint lostAt;
    private final TestNode node = TestNode.builder()
            .events(events)
            .tracer((point, id, participant) -> {
                if (point == lostAt) {
                    orders.loseAll();
                }
            })
            .open();

    @AfterEach
    void close() {
        node.close();
    }

    private JtaTransaction begin() throws Exception {
        node.register(orders);
        node.register(payments);
        return node.beginOn(orders, payments);
    }

    private JtaTransaction beginToRollBack() throws Exception {
        payments.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        return begin();
    }

    @Test
    void rollback_theBranchIsNotKnown_isAHazard() throws Exception {
        lostAt = FaultPoint.AFTER_PREPARE;
        JtaTransaction begun = beginToRollBack();
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void rollback_theResourceRefusesAndListsNothing_isAHazard() throws Exception {
        lostAt = FaultPoint.AFTER_PREPARE;
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMERR);
        JtaTransaction begun = beginToRollBack();
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {XAException.XAER_RMERR, XAException.XAER_RMFAIL})
    void rollback_theTryFailsAndTheBranchIsListed_isRolledBackByRecovery(int code) throws Exception {
        orders.fails(XaVerb.ROLLBACK, code);
        JtaTransaction begun = beginToRollBack();
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        node.recovery().run(true);
        assertThat(orders.rolledBack()).isOne();
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @Test
    void rollback_theAnswerIsLost_theBranchThatIsGoneWasRolledBack() throws Exception {
        orders.failsAfter(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        JtaTransaction begun = beginToRollBack();
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        node.recovery().run(true);
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    /** The connection is lost with the answer, as some drivers tell it: as any other error. */
    @Test
    void rollback_theAnswerIsLostAndTheListToo_theBranchThatIsGoneWasRolledBack() throws Exception {
        orders.failsAfter(XaVerb.ROLLBACK, XAException.XAER_RMERR);
        orders.fails(XaVerb.RECOVER, XAException.XAER_RMFAIL);
        JtaTransaction begun = beginToRollBack();
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        node.recovery().run(true);
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @Test
    void commit_theResourceRefusesAndListsNothing_isAHazardAtOnce() throws Exception {
        lostAt = FaultPoint.AFTER_FORCE;
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMERR);
        JtaTransaction begun = begin();
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(payments.committed()).isOne();
    }
}
