package dev.assent.core.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node is closed while recovery hangs in a driver. */
@Fast
class HungRecoveryIT {
    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private final RecordingNotices notices = new RecordingNotices();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch thaw = new CountDownLatch(1);
    private final Assent assent = Assent.builder()
            .with(Setting.LOG, "memory")
            .with(Setting.JMX, "false")
            .with(Setting.CLOSE_LIMIT_SECONDS, 1)
            .open();

    @AfterEach
    void thaw() {
        thaw.countDown();
    }

    /** Waits, whatever interrupts it. */
    private void hang() {
        hangs.countDown();
        boolean isInterrupted = false;
        while (thaw.getCount() > 0) {
            try {
                thaw.await();
            } catch (InterruptedException ignored) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A transaction whose commit at {@code orders} is left to recovery. */
    private JtaTransaction commitWithOrdersDown() throws Exception {
        assent.register(orders);
        assent.register(payments);
        assent.transactionManager().begin();
        JtaTransaction transaction =
                (JtaTransaction) assent.transactionManager().getTransaction();
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        return transaction;
    }

    private void assertCloseNamesTheCommitOf(JtaTransaction transaction) {
        Closing closing = Internals.shut(assent);
        closing.end(notices);
        assertThat(notices.of(1009))
                .singleElement()
                .asString()
                .contains("resource 'orders', which recovery has asked to commit branch " + transaction.id() + ":1 (")
                .contains("recovery asks again when the node has started again");
    }

    @Test
    void close_recoveryHangsInCommit_namesResourceAndBranch() throws Exception {
        JtaTransaction transaction = commitWithOrdersDown();
        AtomicInteger commits = new AtomicInteger();
        orders.onCall(verb -> {
            if (verb == XaVerb.COMMIT && commits.incrementAndGet() > 1) { // the first is the application's
                hang();
            }
        });
        transaction.commit();
        hangs.await();
        assertCloseNamesTheCommitOf(transaction);
    }

    @Test
    void close_interruptEndsTheCommitOfRecovery_namesResourceAndBranch() throws Exception {
        JtaTransaction transaction = commitWithOrdersDown();
        orders.waitsFor(XaVerb.COMMIT, thaw);
        transaction.commit();
        await().until(() -> events.all().contains("orders.commit"));
        assertCloseNamesTheCommitOf(transaction);
    }
}
