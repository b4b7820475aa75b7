package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A resolution never goes against a decision, and never leaves a part behind (laws 10, 12 and 13). */
@Fast
class ResolutionTest {
    private static final int KIND_OF_THE_FUTURE = 77;

    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
    }

    /** A record of a later version is in the log. */
    private void appendStrange(TransactionId id) {
        long position = world.node.log().append(KIND_OF_THE_FUTURE, id, out -> out.putInt(1));
        assertThat(world.node.log().force(position, late -> {})).isEqualTo(Durability.DURABLE);
    }

    // ---- all of a transaction, or nothing

    /** The rest was an orphan after the next start, and rolled back. */
    @Test
    void whatIsNotUnderstoodIsNotResolvedWhileAResourceMayHoldMoreOfIt() {
        TransactionId id = world.plantOrphans();
        appendStrange(id);
        world.restart();
        world.payments.setOutage(new IOException("down"));

        ActResult refused = world.resolve(id, true);

        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("payments", id.toString());
        world.restart();
        world.payments.setOutage(null);
        world.recovery().run(true);
        assertThat(world.orders.known() + world.payments.known())
                .as("left alone")
                .isEqualTo(2);
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    /** The rest could be resolved the other way. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBranchOfAnAdoptedNodeIsNotResolvedWhileAResourceMayHoldMoreOfIt(boolean commit) {
        NodeId other = new NodeId(7, 7);
        TransactionId id = world.plantAtBoth(other);
        world.adopt(other, false);
        world.payments.setOutage(new IOException("down"));

        assertThat(world.resolve(id, commit).text()).contains("payments");

        assertThat(world.orders.known()).isEqualTo(1);
        assertThat(world.list()).contains("left-alone");
    }

    /** Only that is no answer for those who ask about the transaction as a whole. */
    @Test
    void aBranchThatIsResolvedAloneDecidesNothingElse() throws Exception {
        NodeId other = new NodeId(7, 7);
        TransactionId id = world.plantAtBoth(other);
        world.adopt(other, false);
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.resolve(id, true);
        assertThat(world.known(id).forDecision().isByBranches()).isTrue();

        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction own = world.node.beginOn(world.orders, world.payments);
        own.commit();
        assertThat(world.known(own.id()).forDecision().isByBranches()).isFalse();
    }

    @Test
    void anOrphanIsRolledBackWithoutTheResourcesThatAreAwaySinceTheRestIsAnOrphanToo() {
        TransactionId id = world.plantOrphans();
        world.restart();
        world.payments.setOutage(new IOException("down"));
        assertThat(world.resolve(id, false).kind()).isEqualTo(Kind.DONE);
        world.payments.setOutage(null);
        world.recovery().run(true);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
    }

    /** The branch on a resource that came later was missed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsResolvedWhileResourcesAreStillBeingOpened(boolean commit) {
        NodeId other = new NodeId(7, 7);
        TransactionId id = world.plantAtBoth(other);
        world.adopt(other, false);
        world.node.unregister("payments");
        world.isOpening = true;

        ActResult refused = world.resolve(id, commit);

        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4051", id.toString(), "in a moment");
        assertThat(world.orders.known()).isEqualTo(1);
        assertThat(world.adopt(new NodeId(8, 8), false).kind())
                .as("needs no resource")
                .isEqualTo(Kind.DONE);
        world.node.register(world.payments);
        world.isOpening = false;
        assertThat(world.resolve(id, commit).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.known() + world.payments.known()).isZero();
    }

    // ---- the known outcome at a last resource

    /** The last resource has committed, and the log has no room for that. */
    private TransactionId decidedWithoutARecord() throws Exception {
        JtaTransaction begun = world.begin(world.ledger);
        world.atPoint = reached -> {
            if (reached == FaultPoint.AFTER_LAST) {
                world.node.log().refuseNextAppend();
            }
        };
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        world.atPoint = reached -> {};
        return begun.id();
    }

    @Test
    void whatTheLastResourceIsKnownToHaveDoneIsNotResolvedOtherwise() throws Exception {
        TransactionId id = decidedWithoutARecord();

        ActResult refused = world.resolve(id, false);

        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4025", "its decision is commit");
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(world.list()).contains("waits-to-commit", "'ledger' has committed");
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOperatorsWordIsNotTakenBackByTheNext(boolean afterARestart) throws Exception {
        world.ledger.losesAnswer(true);
        JtaTransaction begun = world.begin(world.ledger);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        world.atPoint = reached -> {
            if (reached == FaultPoint.BEFORE_FORCE) {
                world.node.log().refuseNextAppend();
            }
        };
        assertThat(world.resolve(begun.id(), true).kind()).isEqualTo(Kind.WAITING);
        world.atPoint = reached -> {};
        if (afterARestart) {
            world.restart();
        }

        assertThat(world.resolve(begun.id(), false).text()).contains("ASSENT-4025");

        assertThat(world.resolve(begun.id(), true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    // ---- records of the future behind records of ours

    @Test
    void aDecisionWithALaterRecordThatIsNotUnderstoodIsNotActedUponAndNothingIsErased() throws Exception {
        TransactionId id = decidedAndStrange();
        for (int starts = 0; starts < 3; starts++) {
            assertThat(world.recovery().run(true).leftAlone()).isEqualTo(2);
            assertThat(world.coordinator().knows(id)).isFalse();
            assertThat(world.recovery().notUnderstood()).containsExactly(id);
            world.restart();
        }
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
    }

    @Test
    void whatIsNotUnderstoodIsShownAlsoIfNoResourceHasABranchOfIt() {
        TransactionId id = new LocalTransactionId(world.coordinator().life(), 99);
        appendStrange(id);
        world.restart();
        assertThat(world.list()).contains("not-understood", "a record of it that this version does not understand");
    }

    @Test
    void aLaterResolutionOfWhatIsNotUnderstoodSurvivesACrash() throws Exception {
        TransactionId id = decidedAndStrange();
        world.crash(FaultPoint.AFTER_FORCE, () -> world.resolve(id, true));
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        world.restart();
        assertThat(world.recovery().notUnderstood()).isEmpty();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    /** It was listed until the next start, and its commit marker was kept. */
    @Test
    void whatWasNotUnderstoodAndIsResolvedIsOver() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction begun = world.begin(world.archive);
        begun.commit();
        appendStrange(begun.id());
        world.restart();
        assertThat(world.list()).contains("left-alone");

        assertThat(world.resolve(begun.id(), true).kind()).isEqualTo(Kind.DONE);

        assertThat(world.recovery().notUnderstood()).isEmpty();
        assertThat(world.list()).doesNotContain("in doubt:");
        world.recovery().run(true);
        assertThat(world.archive.marked()).isEmpty();
    }

    private TransactionId decidedAndStrange() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction begun = world.node.beginOn(world.orders, world.payments);
        begun.commit();
        appendStrange(begun.id());
        world.restart();
        return begun.id();
    }
}
