package dev.assent.core.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.Setting;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All workers of a node hang in a frozen resource, as they do on Java 17 to 20. Threads that the node can't do without
 * must not hang there as well.
 */
@Fast
class HungWorkersIT {
    private static final int WORKERS = 2;

    /** More than the workers, so that some are rolled back when none of them is free. */
    private static final int FROZEN = WORKERS + 3;

    private final EventList events = new EventList();
    private final RecordingResource frozen = new RecordingResource("frozen", events);
    private final RecordingResource healthy = new RecordingResource("healthy", events);
    private final CountDownLatch thaw = new CountDownLatch(1);

    /** The other threads that have asked the frozen resource to roll back. */
    private final List<String> askers = new CopyOnWriteArrayList<>();

    /** How often the test's own thread has asked it to roll back. */
    private final AtomicInteger ownAsks = new AtomicInteger();

    private final Assent assent = Assent.builder()
            .with(Setting.LOG, "memory")
            .with(Setting.JMX, "false")
            .with(Setting.DISPATCH_THREADS_MAX, WORKERS)
            .open();

    @BeforeEach
    void freeze() {
        Thread test = Thread.currentThread();
        frozen.onCall(verb -> {
            if (verb == XaVerb.ROLLBACK && Thread.currentThread() == test) {
                ownAsks.incrementAndGet();
            } else if (verb == XaVerb.ROLLBACK) {
                String name = Thread.currentThread().getName();
                askers.add(name);
                if (!name.equals("assent-timer")) { // which goes on, so that the test fails soon
                    awaitThaw();
                }
            }
        });
        assent.register(frozen);
        assent.register(healthy);
    }

    private void awaitThaw() {
        try {
            thaw.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        thaw.countDown();
        assent.close();
    }

    /** A transaction on this resource that no thread has; null if its time was over before it had the resource. */
    private @Nullable JtaTransaction begin(RecordingResource resource, int timeoutSeconds) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.setTransactionTimeout(timeoutSeconds);
        manager.begin();
        try {
            manager.getTransaction().enlistResource(resource.connect());
            return (JtaTransaction) manager.suspend();
        } catch (RollbackException | SystemException | IllegalStateException tooLate) {
            manager.rollback();
            return null;
        }
    }

    private void beginAndLeave(RecordingResource resource) throws Exception {
        for (int seconds = 1; begin(resource, seconds) == null; seconds *= 2) {
            assertThat(seconds).isLessThan(600);
        }
    }

    private void assertThatOtherThreadsHang() {
        await().until(() -> askers.size() >= FROZEN);
        assertThat(askers).allMatch(name -> name.matches("assent-(worker|overflow)-\\d+"));
    }

    @Test
    void timeout_allWorkersHang_theTimerGoesOn() throws Exception {
        for (int i = 0; i < FROZEN; i++) {
            beginAndLeave(frozen);
        }
        assertThatOtherThreadsHang();
        beginAndLeave(healthy);
        await().until(() -> healthy.rolledBack() >= 1);
    }

    @Test
    void operatorEndsTransactions_allWorkersHang_eachIsAnswered() throws Exception {
        List<JtaTransaction> begun = new ArrayList<>();
        for (int i = 0; i < FROZEN; i++) {
            begun.add(Objects.requireNonNull(begin(frozen, Waiting.MILLIS_MAX / 1_000)));
        }
        for (JtaTransaction each : begun) {
            String id = each.engine().id().toString();
            OperatorAnswer answer = assent.operator().run(new OperatorRequest(Verb.END, id, Flags.NONE, "frozen"));
            assertThat(answer.status()).as(answer.text()).isEqualTo(OperatorAnswer.CLEAR);
        }
        assertThat(ownAsks).hasValue(0);
        assertThatOtherThreadsHang();
    }
}
