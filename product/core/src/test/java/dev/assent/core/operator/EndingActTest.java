package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/** An operator ends work that is under way and unprepared: one transaction, or all of a client. */
@Fast
class EndingActTest extends OperatorPart {
    @Test
    void whatIsUnpreparedIsEndedAndItsApplicationIsToldByWhom() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders, world.payments);
        world.events.clear();
        assertThat(world.end(active.id()))
                .isEqualTo(new ActResult(Kind.DONE, "ended: it takes no more work and rolls back"));
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
        assertThat(world.events.count("append")).as("presumed abort").isZero();
        assertThat(world.events.all()).startsWith("audit").endsWith("audit");
        assertThat(world.audit.get(0)).endsWith("alice asks: end " + active.id() + " (reason: the folder is gone)");
        assertThat(world.audit.get(1))
                .endsWith("end " + active.id() + ": DONE: ended: it takes no more work and rolls back");
        assertThatThrownBy(active::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2062", "by alice", "the folder is gone");
        assertThat(world.end(active.id()).text()).contains("ASSENT-4057", "over by now");
    }

    @Test
    void whatHasMarkedItselfForRollbackIsToldByWhomItWasEndedAllTheSame() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders);
        active.setRollbackOnly();
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.DONE);
        assertThatThrownBy(active::commit).isInstanceOf(RollbackException.class).hasMessageContaining("by alice");
    }

    @Test
    void whatHasVotedIsNotEndedAndItsSuperiorCommitsIt() throws Exception {
        TransactionId id = world.prepare();
        ActResult refused = world.end(id);
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4057", "it has voted", "resolve it");
        List<Object> answers = new ArrayList<>();
        world.subordinate(id).commit(answers::add);
        assertThat(answers).containsExactly(dev.assent.core.participant.Answer.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void aSubordinateThatIsEndedBeforeItsVoteVotesForRollback() throws Exception {
        TransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);
        JtaTransaction joined = world.node.inflow().join(id, 60_000, world.superior);
        joined.enlistResource(world.orders.connect());
        Subordinate subordinate = world.subordinate(id);
        assertThat(world.endAllOf(world.superior.name()).text()).startsWith("ended: 1 transactions of ");
        assertThat(world.orders.rolledBack()).isEqualTo(1);
        List<Object> votes = new ArrayList<>();
        Object vote = subordinate.prepare(votes::add);
        assertThat(vote == dev.assent.core.participant.Answer.PENDING ? votes.get(0) : vote)
                .isEqualTo(dev.assent.core.participant.Answer.ROLLED_BACK);
    }

    @Test
    void whatIsDecidedOrKeptIsNotEnded() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction decided = world.node.beginOn(world.orders, world.payments);
        decided.commit();
        assertThat(world.end(decided.id()).text()).contains("ASSENT-4057", "it is decided to commit", "log show");
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void anEndThatAResourceDoesNotConfirmWaitsForRecoveryAndASecondOneChangesNothing() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders, world.payments);
        world.orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.DONE);
        assertThat(world.known(active.id()).forOperator().act()).isEqualTo(OperatedNode.ACT);
        assertThat(world.end(active.id()).kind()).isEqualTo(Kind.REFUSED);
        assertThatThrownBy(active::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContainingAll("ASSENT-2062", "by alice");
        world.recovery().run(true);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void allThatOneClientHasBegunIsEndedAndWhatOthersHaveIsNot() throws Exception {
        Client stuck = new Client("client 7", "192.0.2.1");
        Client good = new Client("client 8", "192.0.2.1");
        JtaTransaction first = world.node.inflow().begin(60_000, stuck);
        first.enlistResource(world.orders.connect());
        world.node.inflow().begin(60_000, stuck);
        JtaTransaction others = world.node.inflow().begin(60_000, good);
        assertThat(world.endAllOf("client 9").text())
                .contains("ASSENT-4058", "'client 9'", "client 7 at 192.0.2.1 (2), client 8 at 192.0.2.1 (1)");
        assertThat(world.audit).as("nothing was to be done").isEmpty();

        assertThat(world.endAllOf("client 7 at 192.0.2.1"))
                .isEqualTo(new ActResult(
                        Kind.DONE,
                        "ended: 2 transactions of client 7 at 192.0.2.1; they take no more work and roll back"));
        assertThat(world.orders.rolledBack()).isEqualTo(1);
        assertThat(first.why(Outcome.ROLLED_BACK)).contains("ASSENT-2062", "by alice");
        assertThat(world.coordinator().active()).containsExactly(others.engine());

        assertThat(world.endAllOf("192.0.2.1").text()).as("by host").contains("ended: 1 transactions");
        assertThat(world.coordinator().isIdle()).isTrue();
    }
}
