package dev.assent.testkit.late;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.resource.LateDispatcher;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import jakarta.transaction.Synchronization;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who ends a transaction for which no thread waits, when the last answer has come late. */
class LastAnswerTest {
    private final Queue<Runnable> wire = new ArrayDeque<>();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private final TestNode node = TestNode.builder()
            .dispatcher(new LateDispatcher(wire::add))
            .background(workers::add)
            .open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final List<Outcome> told = new ArrayList<>();

    @AfterEach
    void close() {
        node.close();
    }

    /** A client in another process, or somebody who may take his time. */
    private Completion client(boolean mayBlock) {
        return new Completion() {
            @Override
            public void done(Outcome outcome) {
                told.add(outcome);
            }

            @Override
            public boolean mayBlock() {
                return mayBlock;
            }
        };
    }

    private void bringAnswers() {
        assertThat(wire).hasSize(2);
        for (int i = 0; i < 2; i++) {
            wire.remove().run();
        }
    }

    /** Both have committed then, and who has brought that has returned. */
    private void commit(JtaTransaction transaction, Completion client) {
        transaction.end(true, client);
        bringAnswers();
        assertThat(workers).as("who forces the decision").hasSize(1);
        workers.remove().run();
        bringAnswers();
    }

    private void assertAWorkerIsNeeded(Outcome outcome) {
        assertThat(told).isEmpty();
        assertThat(workers).hasSize(1);
        workers.remove().run();
        assertThat(told).containsExactly(outcome);
    }

    @Test
    void whoBringsTheLastAnswerEndsTheCommit() throws Exception {
        commit(node.beginOn(orders, payments), client(false));

        assertThat(workers).isEmpty();
        assertThat(told).containsExactly(Outcome.COMMITTED);
        assertThat(node.events().all()).endsWith("orders.commit", "payments.commit", "log.release");
        assertThat(node.coordinator().active()).isEmpty();
    }

    @Test
    void whoBringsTheLastAnswerEndsTheRollback() throws Exception {
        node.beginOn(orders, payments).end(false, client(false));
        bringAnswers();

        assertThat(workers).isEmpty();
        assertThat(told).containsExactly(Outcome.ROLLED_BACK);
        assertThat(node.coordinator().active()).isEmpty();
    }

    @Test
    void whoMayBlockIsToldByAWorker() throws Exception {
        commit(node.beginOn(orders, payments), client(true));

        assertAWorkerIsNeeded(Outcome.COMMITTED);
    }

    @Test
    void aSynchronizationIsToldByAWorker() throws Exception {
        List<Integer> statuses = new ArrayList<>();
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // called before the end is asked for
            }

            @Override
            public void afterCompletion(int status) {
                statuses.add(status);
            }
        });
        commit(transaction, client(false));

        assertThat(statuses).isEmpty();
        assertAWorkerIsNeeded(Outcome.COMMITTED);
        assertThat(statuses).hasSize(1);
    }

    @Test
    void aRecordIsForcedByAWorker() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        commit(node.beginOn(orders, payments), client(false));

        assertThat(node.events().all()).doesNotContain("log.append(HEURISTIC)");
        assertAWorkerIsNeeded(Outcome.HEURISTIC_MIXED);
        assertThat(node.events().all()).contains("log.append(HEURISTIC)");
    }
}
