package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Verb;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingSuperior;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.BranchXid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;

/** A node with a transaction that came from another process, for tests of what its superior may ask. */
abstract class SubordinatePart {
    static final TransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);
    static final TransactionId STRANGERS = new ForeignTransactionId(
            42,
            "urn:a-transaction-of-somebody-else:with-a-name-longer-than-an-xid-has-room-for/0123456789"
                    .getBytes(StandardCharsets.UTF_8));

    final EventList events = new EventList();
    final SimulatedDisk disk = new SimulatedDisk();
    final RecordingResource orders = new RecordingResource("orders", events);
    final RecordingResource payments = new RecordingResource("payments", events);
    final RecordingSuperior superior = new RecordingSuperior(events);
    final List<Answer> answers = new ArrayList<>();

    /** The exceptions of background work. */
    final List<RuntimeException> thrown = new ArrayList<>();

    TestNode node = start();

    TestNode start() {
        return start(superior.descriptions());
    }

    TestNode start(Descriptions descriptions) {
        TestNode started = TestNode.builder()
                .events(events)
                .disk(disk)
                .descriptions(descriptions)
                .background(this::inBackground)
                .open();
        started.register(orders);
        started.register(payments);
        return started;
    }

    void inBackground(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException bug) {
            thrown.add(bug);
        }
    }

    /** The node ends and starts again; its resources lose unprepared work. */
    void restart() {
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

    JtaTransaction join(TransactionId id) {
        return node.inflow().join(id, 60_000, superior);
    }

    JtaTransaction joinOn(TransactionId id, RecordingResource... all) throws Exception {
        JtaTransaction joined = join(id);
        for (RecordingResource each : all) {
            joined.enlistResource(each.connect());
        }
        return joined;
    }

    Subordinate subordinate(TransactionId id) {
        return Objects.requireNonNull(node.coordinator().subordinate(id));
    }

    static Answer told(List<Answer> late, Answer now) {
        if (now != Answer.PENDING) {
            late.add(now);
        }
        return late.isEmpty() ? Answer.PENDING : late.get(late.size() - 1);
    }

    Answer prepare(Subordinate asked) {
        answers.clear();
        return told(answers, asked.prepare(answers::add));
    }

    Answer commit(Subordinate asked) {
        answers.clear();
        return told(answers, asked.commit(answers::add));
    }

    Answer rollback(Subordinate asked) {
        answers.clear();
        return told(answers, asked.rollback(answers::add));
    }

    Answer onePhase(Subordinate asked) {
        answers.clear();
        return told(answers, asked.commitOnePhase(answers::add));
    }

    /** Prepared on both resources. */
    Subordinate prepared(TransactionId id) throws Exception {
        joinOn(id, orders, payments);
        Subordinate asked = subordinate(id);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        events.clear();
        return asked;
    }

    Answer ask(Verb verb, Reply reply) {
        Subordinate asked = subordinate(ID);
        return switch (verb) {
            case PREPARE -> asked.prepare(reply);
            case COMMIT_ONE_PHASE -> asked.commitOnePhase(reply);
            case COMMIT -> asked.commit(reply);
            case ROLLBACK -> asked.rollback(reply);
            case COMMIT_LAST -> throw new IllegalArgumentException("no superior asks for " + verb);
        };
    }

    List<TransactionId> inDoubtAtOrders() throws XAException {
        Xid[] listed = orders.connect().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        return Arrays.stream(listed)
                .map(xid -> Objects.requireNonNull(BranchXid.of(xid)).transaction())
                .toList();
    }
}
