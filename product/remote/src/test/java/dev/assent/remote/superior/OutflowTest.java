package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.AnsweredPeers;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end of a call: a lost reply that may hide work, and registrations (law 16: a lost reply forces rollback). */
@Fast
class OutflowTest extends AnsweredPeers {
    private static final String PLACE = "test://h:1/p";

    private final TestNode node = TestNode.open();
    private final Result.Unanswered lost =
            new Result.Unanswered(true, new IllegalStateException("no answer"), new IllegalStateException("refused"));

    @AfterEach
    void closeNode() {
        node.close();
    }

    private static Registration registration(GlobalTransaction transaction, Interest interest) {
        return new Registration(BranchRef.ofStranger(transaction.id(), PLACE), PLACE, Set.of(interest));
    }

    @Test
    void judged_noOtherProcessTakesPart_isARefusal() throws Exception {
        GlobalTransaction alone = node.beginOn(node.resource("orders")).engine();
        assertThat(Outflow.judged(alone, lost)).isEqualTo(lost.refused()).isNotEqualTo(lost);
    }

    @Test
    void judged_anotherProcessTakesPart_isLost() throws Exception {
        GlobalTransaction shared = node.begin().engine();
        shared.participants()
                .enlist(new RemoteParticipant(registration(shared, Interest.COMPLETION), peers, () -> 10_000));
        assertThat(Outflow.judged(shared, lost)).isSameAs(lost);
    }

    @Test
    void judged_anotherProcessLooksOn_isLost() throws Exception {
        GlobalTransaction watched = node.begin().engine();
        watched.participants()
                .add(new RemoteOnlooker(registration(watched, Interest.AFTER_COMPLETION), peers, () -> 10_000));
        assertThat(Outflow.judged(watched, lost)).isSameAs(lost);
    }

    /** A commit that comes before the registration must find the call under way (law 16). */
    @Test
    void end_aThreadIsInside_theCallEndsWithItsRegistration() throws Exception {
        GlobalTransaction called = node.begin().engine();
        Outflow outflow = new Outflow(peers);
        called.beginCall();
        called.enter();
        Result returned =
                new Result.Returned(null, new Result.Effect(registration(called, Interest.COMPLETION), false));
        outflow.end(called, PLACE, returned, () -> {});
        assertThat(called.calls()).isOne();
        called.leave();
        assertThat(called.calls()).isZero();
        assertThat(called.participants().all()).hasSize(1);
    }

    /** A second subordinate of one node has lost the work of the first (law 15: a restart forces rollback). */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void register_anotherSubordinateOfTheSameNode_marksTheTransaction(int epoch, long sequence) throws Exception {
        GlobalTransaction called = node.begin().engine();
        Outflow outflow = new Outflow(peers);
        outflow.register(called, ofNode(called, 1, 1), 1, null, any -> {});
        assertThat(called.isMarkedRollback()).isFalse();
        outflow.register(called, ofNode(called, epoch, sequence), 1, null, any -> {});
        assertThat(called.isMarkedRollback()).isTrue();
    }

    private static Registration ofNode(GlobalTransaction transaction, int epoch, long sequence) {
        NodeEpoch life = new NodeEpoch(new NodeId(7, 7), epoch, 0);
        BranchRef branch = new BranchRef(transaction.id(), new LocalTransactionId(life, sequence));
        return new Registration(branch, PLACE, Set.of(Interest.COMPLETION));
    }
}
