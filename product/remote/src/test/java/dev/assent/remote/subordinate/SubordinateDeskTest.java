package dev.assent.remote.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.ForwardingDecisionLog;
import dev.assent.core.fixture.resource.RecordingSuperior;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.Lives;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Owner;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Terms;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The desk presumes nothing of a subordinate that appears while it looks, as an adoption may bring one. */
@Fast
class SubordinateDeskTest {
    private static final ForeignTransactionId ID = new ForeignTransactionId(4711, new byte[] {1, 2, 3});

    private Runnable meanwhile = () -> {};

    /** When somebody asks for the lives of the node, something else happens. */
    private final class Log extends ForwardingDecisionLog {
        Log() {
            super(new MemoryDecisionLog(() -> new NodeId(1, 2)));
        }

        @Override
        public Lives lives() {
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
            return super.lives();
        }
    }

    @Test
    void commit_theSubordinateAppearsMeanwhile_isNotTakenToBeDone() {
        List<Response> heard = new ArrayList<>();
        try (TestNode node = TestNode.builder().log(new Log()).open()) {
            SubordinateDesk desk = new SubordinateDesk(node.coordinator(), node.recovery(), Runnable::run);
            GlobalTransaction before = node.coordinator().begin(Terms.DEFAULT);
            before.rollback(Completion.NONE);
            long next = ((LocalTransactionId) before.id()).sequence() + 1;
            LocalTransactionId incarnation =
                    new LocalTransactionId(node.coordinator().life(), next);
            meanwhile = () -> {
                Subordinate made = node.coordinator()
                        .subordinate(ID, Terms.DEFAULT, new RecordingSuperior(new EventList()), Owner.NONE, any -> {});
                assertThat(made.transaction().incarnation()).isEqualTo(incarnation);
            };
            desk.ask(
                    new Caller(null, "peer"),
                    new Request.Ask(RemoteVerb.COMMIT, new BranchRef(ID, incarnation)),
                    heard::add);
        }
        assertThat(heard).containsExactly(new Response.Answered(Answer.HEURISTIC_ROLLBACK)); // it had not voted
    }
}
