package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalWork;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When recovery looks at resources, and how often at one that is away (law 10). */
@Fast
class RecoveryScheduleTest {
    private final TestNode node = TestNode.open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");

    @AfterEach
    void closeNode() {
        node.close();
        assertThat(orders.openSessions() + payments.openSessions()).isZero();
    }

    private void commitWithOrdersRefusing() throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        for (int tries = 0; tries < 8; tries++) {
            orders.fails(XaVerb.COMMIT, XAException.XA_RETRY);
        }
        transaction.commit();
    }

    private void commitWithOrdersDown() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
    }

    /** Runs a pass whenever one is due; when that was, counted from now. */
    private List<Long> dueAtMillis(RecoverySchedule schedule, long millis) {
        List<Long> due = new ArrayList<>();
        for (long now = 50; now <= millis; now += 50) {
            node.clock().advance(Duration.ofMillis(50));
            if (schedule.isDue()) {
                due.add(now);
                node.recovery().run(false);
            }
        }
        return due;
    }

    // ---- a resource that is away

    @Test
    void anOutageIsToldOnceAtEachEndAndTriedWithGrowingPauses() throws Exception {
        commitWithOrdersDown();
        orders.setOutage(new IOException("no route to host"));
        List<Long> triesAtMillis = new ArrayList<>();
        int told = 0;
        for (int halfSeconds = 0; halfSeconds < 80; halfSeconds++) {
            int before = node.notices().all().size();
            boolean isTried = tries();
            if (isTried) {
                triesAtMillis.add(halfSeconds * 500L);
            }
            told += node.notices().all().size() - before;
            node.clock().advance(Duration.ofMillis(500));
        }
        assertThat(triesAtMillis).startsWith(0L, 500L, 1_500L, 3_500L, 7_500L, 11_500L, 15_500L, 19_500L);
        assertThat(told).isEqualTo(1);
        assertThat(node.notices().of(4001)).singleElement().asString().contains("warning", "'orders'", "no route");
        orders.setOutage(null);
        node.clock().advance(Duration.ofSeconds(10));
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
        assertThat(node.notices().of(4002)).singleElement().asString().contains("info", "'orders'", " 50000 ms");
        orders.setOutage(new IOException("again"));
        node.recovery().run(false);
        assertThat(node.notices().of(4001)).as("a new incident").hasSize(2);
    }

    /** Runs a pass; whether it tried to open the resource. */
    private boolean tries() {
        boolean[] isTried = new boolean[1];
        orders.onOpen(() -> isTried[0] = true);
        assertThat(node.recovery().run(false).unreachable()).containsExactly("orders");
        return isTried[0];
    }

    @Test
    void whoAsksForAPassNowDoesNotWaitForPauses() throws Exception {
        commitWithOrdersDown();
        orders.setOutage(new IOException("no route to host"));
        node.recovery().run(false);
        orders.setOutage(null);
        assertThat(node.recovery().run(false).unreachable()).containsExactly("orders");
        assertThat(node.recovery().run(true).committed()).isEqualTo(1);
    }

    /** Regression: the node asked it each half second for ever, and reported it to no operator. */
    @Test
    void aResourceThatListsABranchAndRefusesToEndItIsToldOnceAtEachEndAndAskedWithGrowingPauses() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        commitWithOrdersRefusing();

        List<Long> due = dueAtMillis(schedule, 12_600);

        assertThat(due).containsExactly(500L, 1_000L, 1_500L, 2_500L, 4_500L, 8_500L, 12_500L);
        assertThat(node.notices().all()).singleElement().asString().contains("ASSENT-4049", "'orders'", "XA_RETRY");
        dueAtMillis(schedule, 10_000);
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(node.notices().all()).hasSize(2);
        assertThat(node.notices().of(4050)).singleElement().asString().contains("'orders'");
    }

    @Test
    void aBranchThatSomebodyEndsByHandWhereRecoveryMayNotIsNoRefusalAnyMore() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        commitWithOrdersRefusing();
        dueAtMillis(schedule, 2_000);
        orders.loseAll();
        dueAtMillis(schedule, 4_000);
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(node.notices().of(4049)).hasSize(1);
        assertThat(node.notices().of(4050)).hasSize(1);
    }

    @Test
    void anOrphanThatItsResourceDoesNotRollBackIsToldToo() {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        NodeEpoch life = node.coordinator().life();
        orders.plant(new BranchXid(new LocalTransactionId(life, 99), life, BranchXid.PRESUMED_ABORT, 1));
        for (int tries = 0; tries < 3; tries++) {
            orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMERR);
        }
        node.recovery().run(false);
        dueAtMillis(schedule, 500);
        assertThat(node.notices().all()).singleElement().asString().contains("ASSENT-4049", "'orders'", "XAER_RMERR");
        dueAtMillis(schedule, 10_000);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(node.notices().of(4050)).hasSize(1);
    }

    /** It was reached again with each pass and failed again, or failed without a word, each half second. */
    @ParameterizedTest
    @ValueSource(strings = {"isCommitted", "list", "remove"})
    void commitMarkersThatAreOpenAndRefuseAreToldOnceAndTriedWithGrowingPauses(String verb) throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        RecordingLocalResource archive = new RecordingLocalResource("archive", node.events(), true);
        node.resources().register(archive);
        archive.refuses(verb, new SQLException("no right to do that"));
        JtaTransaction over = node.beginOn(orders, payments);
        over.enlistLastResource("archive", archive.work());
        over.commit(); // its marker may go
        archive.losesAnswer(true);
        JtaTransaction inDoubt = node.beginOn(orders, payments);
        inDoubt.enlistLastResource("archive", archive.work());
        assertThatThrownBy(inDoubt::commit).hasMessageContaining("ASSENT-2053");

        assertThat(dueAtMillis(schedule, 18_000)).startsWith(500L, 1_000L, 2_000L, 4_000L, 8_000L, 12_000L, 16_000L);

        assertThat(node.notices().of(4001)).singleElement().asString().contains("'archive'", "no right to do that");
        assertThat(node.notices().of(4002)).isEmpty();
        archive.refuses(verb, null);
        dueAtMillis(schedule, 5_000);
        assertThat(node.notices().of(4001)).hasSize(1);
        assertThat(node.notices().of(4002)).hasSize(1);
        assertThat(orders.committed() + payments.committed()).isEqualTo(4);
        assertThat(archive.marked()).isEmpty();
    }

    @Test
    void pass_markersAreListedAsNull_isReported() {
        RecordingLocalResource archive = new RecordingLocalResource("archive", node.events(), true);
        node.resources().register(archive);
        archive.listsNull();
        node.recovery().run(false);
        assertThat(node.notices().of(4001)).singleElement().asString().contains("'archive'", "NullPointerException");
        assertThat(node.notices().of(4002)).isEmpty();
    }

    // ---- when a pass is due

    @Test
    void aPassIsDueAtOnceWhenAResourceComesSoonWhileSomethingWaitsAndElseOnceAPeriod() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 60);
        assertThat(schedule.isDue()).isFalse();
        schedule.soon();
        assertThat(schedule.isDue()).isTrue();
        assertThat(schedule.isDue()).isFalse();
        node.clock().advance(Duration.ofSeconds(59));
        assertThat(schedule.isDue()).isFalse();
        node.clock().advance(Duration.ofSeconds(1));
        assertThat(schedule.isDue()).isTrue();
        commitWithOrdersDown();
        assertThat(schedule.isDue()).isFalse();
        node.clock().advance(Duration.ofMillis(500));
        assertThat(schedule.isDue()).isTrue();
    }

    @Test
    void aResourceThatIsAwayIsTriedAtTheEndOfItsPauseThoughNothingIsKnownToWaitForIt() {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        orders.setOutage(new IOException("no route to host"));
        node.recovery().run(false);
        assertThat(node.awaitsRecovery()).isFalse();
        assertThat(dueAtMillis(schedule, 20_000)).startsWith(500L, 1_500L, 3_500L, 7_500L, 11_500L, 15_500L);
        orders.setOutage(null);
        assertThat(dueAtMillis(schedule, 4_500)).as("it is back").hasSize(1);
        assertThat(node.notices().of(4002)).hasSize(1);
        assertThat(dueAtMillis(schedule, 60_000)).as("all is well").isEmpty();
    }

    @Test
    void whileAResourceIsAwayTheOthersAreNotAskedInVainButTheirOwnTransactionsGoOn() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        commitWithOrdersDown();
        orders.setOutage(new IOException("no route to host"));
        assertThat(dueAtMillis(schedule, 20_000)).startsWith(500L, 1_000L, 2_000L, 4_000L, 8_000L, 12_000L, 16_000L);

        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(payments, orders);
        transaction.commit();
        assertThat(dueAtMillis(schedule, 500)).as("payments is there").hasSize(1);
        assertThat(payments.committed()).isEqualTo(2);
    }

    @Test
    void aResourceThatItsUsersCouldNotReachIsLookedAtSoonAndToldOnce() {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        orders.setOutage(new IOException("no route to host"));
        node.recovery().suspect("orders");
        assertThat(dueAtMillis(schedule, 500)).hasSize(1);
        assertThat(node.notices().of(4001)).hasSize(1);
        node.recovery().suspect("orders");
        assertThat(schedule.isDue()).as("that is known").isFalse();
    }

    @Test
    void whatWaitsForAResourceThatNobodyRegisteredMakesNoPassDue() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        commitWithOrdersDown();
        node.unregister("orders");
        assertThat(dueAtMillis(schedule, 60_000)).isEmpty();
        node.register(orders);
        assertThat(dueAtMillis(schedule, 500)).hasSize(1);
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void whatTheLogHasNoRoomForIsTriedAgainWithPauses() throws Exception {
        RecoverySchedule schedule = new RecoverySchedule(node.recovery(), node.clock(), 3600);
        RecordingLocalResource ledger = new RecordingLocalResource("ledger", node.events(), false);
        node.resources().register(ledger);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.enlistLastResource("ledger", refusingTheNextAppend(ledger.work()));
        assertThatThrownBy(transaction::commit).hasMessageContaining("ASSENT-2055");
        List<Long> due = new ArrayList<>();
        for (long now = 50; now <= 20_000; now += 50) {
            node.clock().advance(Duration.ofMillis(50));
            if (schedule.isDue()) {
                due.add(now);
                node.log().refuseNextAppend();
                node.recovery().run(false);
            }
        }
        assertThat(due).startsWith(500L, 4_500L, 8_500L, 12_500L).hasSize(5);
        assertThat(dueAtMillis(schedule, 4_000)).hasSize(1);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    /** Work after whose commit the log is full for one record. */
    private LocalWork refusingTheNextAppend(LocalWork work) {
        return new LocalWork() {
            @Override
            public void commit(@Nullable TransactionId marker) throws Exception {
                work.commit(marker);
                node.log().refuseNextAppend();
            }

            @Override
            public void rollback() throws Exception {
                work.rollback();
            }
        };
    }
}
