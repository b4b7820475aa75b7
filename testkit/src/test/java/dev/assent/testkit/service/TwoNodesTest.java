package dev.assent.testkit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.testkit.remote.InProcessFixture;
import dev.assent.testkit.remote.ServiceNode;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingResource;
import jakarta.transaction.HeuristicMixedException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transaction over two nodes and a resource of each. */
class TwoNodesTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = new InProcessFixture(clock);
    private final ServiceNode a = new ServiceNode("bank-a", wire, events, clock);
    private final ServiceNode b = new ServiceNode("bank-b", wire, events, clock);
    private final RecordingResource debits = a.node().resource("debits");
    private final RecordingResource credits = b.node().resource("credits");

    interface Account {
        String move(int amount);
    }

    private final Account account;

    TwoNodesTest() {
        b.services()
                .export(
                        "account",
                        Account.class,
                        amount -> {
                            b.work(credits);
                            return "moved " + amount + " on "
                                    + Thread.currentThread().getName();
                        },
                        TransactionAttribute.MANDATORY);
        account = a.services().connect("in-process://bank-b/account", Account.class);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    private JtaTransaction transfer() throws Exception {
        JtaTransaction begun = a.node().beginOn(debits);
        assertThat(account.move(5)).startsWith("moved 5");
        return begun;
    }

    @Test
    void itCommitsAtBoth() throws Exception {
        transfer();
        a.manager().commit();
        assertThat(debits.committed()).isEqualTo(1);
        assertThat(credits.committed()).isEqualTo(1);
        events.assertBefore("credits.prepare", "debits.commit");
        assertThat(b.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void itRollsBackAtBoth() throws Exception {
        transfer();
        a.manager().rollback();
        assertThat(debits.rolledBack()).isEqualTo(1);
        assertThat(credits.rolledBack()).isEqualTo(1);
        assertThat(b.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void theSubordinateIsRegisteredOnceWhateverTheCalls() throws Exception {
        JtaTransaction begun = transfer();
        account.move(6);
        a.services().connect("in-process://bank-b/account", Account.class).move(7);
        assertThat(begun.engine().participants()).hasSize(2);
        assertThat(b.node().coordinator().active()).hasSize(1);
        a.manager().commit();
        assertThat(credits.committed()).isPositive();
        assertThat(credits.known()).isZero();
    }

    @Test
    void aCallThatComesHomeJoinsTheTransactionThere() throws Exception {
        a.services().export("home", Runnable.class, () -> a.work(debits), TransactionAttribute.MANDATORY);
        Runnable home = b.services().connect(a.address("home"), Runnable.class);
        b.services()
                .export(
                        "detour",
                        Runnable.class,
                        () -> {
                            b.work(credits);
                            home.run();
                        },
                        TransactionAttribute.MANDATORY);
        JtaTransaction begun = a.node().begin();
        a.services().connect(b.address("detour"), Runnable.class).run();
        assertThat(a.manager().getTransaction()).isSameAs(begun);
        assertThat(begun.engine().participants()).hasSize(2);
        assertThat(a.node().coordinator().active()).hasSize(1);
        a.manager().commit();
        assertThat(debits.committed()).isEqualTo(1);
        assertThat(credits.committed()).isEqualTo(1);
    }

    @Test
    void workOnOtherThreadsCommitsToo() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2, work -> new Thread(work, "bank-b-worker"));
        try {
            b.workers = threads;
            JtaTransaction begun = a.node().beginOn(debits);
            assertThat(account.move(5)).isEqualTo("moved 5 on bank-b-worker");
            assertThat(a.manager().getTransaction()).isSameAs(begun);
            a.manager().commit();
            assertThat(debits.committed()).isEqualTo(1);
            assertThat(credits.committed()).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aHeuristicOutcomeIsKeptAtBothEndsUntilItIsForgottenHere() throws Exception {
        JtaTransaction begun = transfer();
        credits.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThatThrownBy(a.manager()::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(b.node().coordinator().parked()).hasSize(1);
        a.node().recovery().forget(begun.id());
        b.node().recovery().run(true);
        assertThat(events.all()).contains("credits.forget");
        assertThat(a.node().coordinator().parked()).isEmpty();
        assertThat(b.node().coordinator().parked()).isEmpty();
    }
}
