package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingSuperior;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.harness.Fast;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A subordinate hears that its superior has restarted, and asks it. The answer comes in one of the stages of the subordinate
 * (law 18: a prepared subordinate asks).
 */
@Fast
class InquiryAfterRestartTest {
    private static final TransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);

    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingSuperior superior = new RecordingSuperior(events);
    private final Queue<Runnable> wire = new ArrayDeque<>();
    private final List<Superior.Word> asked = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final TestNode node = TestNode.builder()
            .events(events)
            .descriptions(superior.descriptions())
            .dispatcher(new LateDispatcher(wire::add))
            .background(Runnable::run)
            .open();
    private Subordinate subordinate;

    @BeforeEach
    void workAndHearTheNews() throws Exception {
        node.register(orders);
        superior.answers(asked::add);
        node.inflow().join(ID, 60_000, superior).enlistResource(orders.connect());
        subordinate = Objects.requireNonNull(node.coordinator().subordinate(ID));
        subordinate.inquireAfterRestart();
        assertThat(asked).hasSize(1);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void answer(boolean isCommit) {
        asked.get(0).decided(isCommit);
        runWire();
    }

    private void runWire() {
        while (!wire.isEmpty()) {
            wire.remove().run();
        }
    }

    private void prepare() {
        assertThat(subordinate.prepare(answers::add)).isEqualTo(Answer.PENDING);
    }

    /** The vote may come between any two looks at the subordinate; the monitor holds the news just there. */
    @Test
    void newsWhileItVotes_asks() throws Exception {
        Thread news = new Thread(subordinate::inquireAfterRestart);
        synchronized (subordinate) {
            news.start();
            await().until(() -> news.getState() == Thread.State.BLOCKED);
            prepare();
            runWire();
        }
        news.join();

        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(asked).hasSize(2);
    }

    @Test
    void rollback_beforeTheVote_rollsBackAtOnce() {
        answer(false);

        assertThat(orders.rolledBack()).isOne();
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @Test
    void rollback_whileItVotes_rollsBackAfterTheVote() {
        prepare();
        answer(false);

        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(orders.rolledBack()).isOne();
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void answer_afterTheVote_isObeyed(boolean isCommit) {
        prepare();
        runWire();
        assertThat(answers).containsExactly(Answer.PREPARED);
        answer(isCommit);

        assertThat(orders.committed()).isEqualTo(isCommit ? 1 : 0);
        assertThat(orders.rolledBack()).isEqualTo(isCommit ? 0 : 1);
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @Test
    void commit_beforeTheVote_isIgnored() {
        answer(true);
        prepare();
        runWire();

        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(orders.committed()).isZero();
    }

    @Test
    void undecided_beforeTheVote_changesNothing() {
        asked.get(0).undecided();
        prepare();
        runWire();

        assertThat(answers).containsExactly(Answer.PREPARED);
    }
}
