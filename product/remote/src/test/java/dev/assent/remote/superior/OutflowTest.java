package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.TestNode;
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

/** A lost reply of a kind that means refusal: whether it may hide work (law 16: a lost reply forces rollback). */
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
}
