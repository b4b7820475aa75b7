package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Synchronizations: Jakarta Transactions 2.0, sections 3.3.2 and 5. */
@Fast
class JtaSynchronizationTest {
    private final TestNode node = TestNode.open();
    private final EventList events = node.events();
    private final NodeTransactionManager manager = node.manager();
    private final JtaSynchronizationRegistry registry = node.registry();
    private JtaTransaction transaction;

    @BeforeEach
    void begin() throws Exception {
        transaction = node.begin();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private RecordingSynchronization sync(String name) {
        return new RecordingSynchronization(name, events);
    }

    @Test
    void ordinaryOnesAreFirstBeforeCompletionAndLastAfterIt() throws Exception {
        registry.registerInterposedSynchronization(sync("interposed1"));
        transaction.registerSynchronization(sync("ordinary1"));
        registry.registerInterposedSynchronization(sync("interposed2"));
        transaction.registerSynchronization(sync("ordinary2"));
        manager.commit();
        events.assertExactly(
                "ordinary1.before",
                "ordinary2.before",
                "interposed1.before",
                "interposed2.before",
                "interposed1.after(COMMITTED)",
                "interposed2.after(COMMITTED)",
                "ordinary1.after(COMMITTED)",
                "ordinary2.after(COMMITTED)");
    }

    @Test
    void theyEncloseTheWholeOfTheCommit() throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(sync("s"));
        manager.commit();
        events.assertExactly(
                "orders.start", "s.before", "orders.end(TMSUCCESS)", "orders.commit(one phase)", "s.after(COMMITTED)");
    }

    @Test
    void rollbackCallsThemOnlyAfterCompletion() throws Exception {
        transaction.registerSynchronization(sync("ordinary"));
        registry.registerInterposedSynchronization(sync("interposed"));
        manager.rollback();
        events.assertExactly("interposed.after(ROLLEDBACK)", "ordinary.after(ROLLEDBACK)");
    }

    @Test
    void commitOfAMarkedTransactionCallsThemOnlyAfterCompletion() throws Exception {
        transaction.registerSynchronization(sync("s"));
        transaction.setRollbackOnly();
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(MarkedRollback.class);
        events.assertExactly("s.after(ROLLEDBACK)");
    }

    @Test
    void theOutcomeOfARefusedCommitIsToldAfterCompletion() throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(sync("s"));
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBINTEGRITY);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(events.of("s")).containsExactly("s.before", "s.after(ROLLEDBACK)");
    }

    @Test
    void anOutcomeNobodyKnowsIsToldAsUnknown() throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(sync("s"));
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_HEURHAZ);
        assertThatThrownBy(manager::commit).hasMessageContaining("ASSENT-2022");
        assertThat(events.of("s")).containsExactly("s.before", "s.after(UNKNOWN)");
    }

    @Test
    void oneThatIsRegisteredMeanwhileIsCalledToo() throws Exception {
        transaction.registerSynchronization(
                sync("first").before(() -> transaction.registerSynchronization(sync("second"))));
        manager.commit();
        events.assertExactly("first.before", "second.before", "first.after(COMMITTED)", "second.after(COMMITTED)");
    }

    @Test
    void anOrdinaryOneRegisteredByAnInterposedOneIsCalledBeforeTheNextInterposedOne() throws Exception {
        registry.registerInterposedSynchronization(
                sync("i1").before(() -> transaction.registerSynchronization(sync("o"))));
        registry.registerInterposedSynchronization(
                sync("i2").before(() -> registry.registerInterposedSynchronization(sync("i3"))));
        manager.commit();
        events.assertExactly(
                "i1.before",
                "o.before",
                "i2.before",
                "i3.before",
                "i1.after(COMMITTED)",
                "i2.after(COMMITTED)",
                "i3.after(COMMITTED)",
                "o.after(COMMITTED)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatFailsBeforeCompletionRollsBackAndIsTheCause(boolean interposed) throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        IllegalArgumentException failure = new IllegalArgumentException("flush failed");
        RecordingSynchronization failing = sync("failing").before(() -> {
            throw failure;
        });
        if (interposed) {
            registry.registerInterposedSynchronization(failing);
            registry.registerInterposedSynchronization(sync("next"));
        } else {
            transaction.registerSynchronization(failing);
            transaction.registerSynchronization(sync("next"));
        }
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasRootCause(failure)
                .cause()
                .hasMessageContaining("ASSENT-2030")
                .hasMessageContaining("synchronization failing");
        events.assertExactly(
                "orders.start",
                "failing.before",
                "orders.end(TMFAIL)",
                "orders.rollback",
                "failing.after(ROLLEDBACK)",
                "next.after(ROLLEDBACK)");
    }

    @ParameterizedTest
    @MethodSource("dev.assent.core.fixture.AnyThrowable#kinds")
    void whateverOneThrowsBeforeCompletionRollsBackAndIsTheCause(Throwable thrown) throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(sync("failing").before(() -> {
            throw thrown;
        }));
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasRootCause(thrown);
        assertThat(orders.rolledBack()).isOne();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.assent.core.fixture.AnyThrowable#kinds")
    void whateverOneThrowsAfterCompletionIsToldToOperatorsOnly(Throwable thrown) throws Exception {
        transaction.registerSynchronization(sync("failing").after(() -> {
            throw thrown;
        }));
        transaction.registerSynchronization(sync("next"));
        manager.commit();
        assertThat(events.all()).contains("next.after(COMMITTED)");
        assertThat(node.notices().all()).anyMatch(text -> text.contains(String.valueOf(thrown.getMessage())));
    }

    @Test
    void theMessageNamesTheOneThatFailedAlsoWhenItCameLate() throws Exception {
        registry.registerInterposedSynchronization(sync("early")
                .before(() -> transaction.registerSynchronization(sync("late").before(() -> {
                    throw new IllegalStateException();
                }))));
        assertThatThrownBy(manager::commit).cause().hasMessageContaining("synchronization late");
    }

    @Test
    void oneThatMarksRollbackAndThenFailsHasBothTold() throws Exception {
        IllegalStateException failure = new IllegalStateException("flush failed");
        transaction.registerSynchronization(sync("s").before(() -> {
            manager.setRollbackOnly();
            throw failure;
        }));
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(MarkedRollback.class)
                .hasRootCause(failure);
    }

    @Test
    void oneThatMarksRollbackAndThenFailsByThat_theCausesHaveAnEnd() throws Exception {
        transaction.registerSynchronization(sync("s").before(() -> {
            manager.setRollbackOnly();
            throw new IllegalStateException(transaction.engine().rollbackCause()); // as the refusal of a pool
        }));
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .rootCause()
                .isInstanceOf(MarkedRollback.class)
                .satisfies(root -> assertThat(root.getSuppressed())
                        .singleElement()
                        .satisfies(told -> assertThat(told)
                                .hasMessageContaining("ASSENT-2030")
                                .hasNoCause()));
    }

    @Test
    void oneThatMarksRollbackBeforeCompletionKeepsTheOthersFromBeingCalled() throws Exception {
        transaction.registerSynchronization(sync("marking").before(manager::setRollbackOnly));
        transaction.registerSynchronization(sync("next"));
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        events.assertExactly("marking.before", "marking.after(ROLLEDBACK)", "next.after(ROLLEDBACK)");
    }

    @Test
    void oneThatFailsAfterCompletionDoesNotDisturbTheOthersOrTheOutcome() throws Exception {
        transaction.registerSynchronization(sync("failing").after(() -> {
            throw new IllegalStateException("cache");
        }));
        transaction.registerSynchronization(sync("broken").after(() -> {
            throw new NoClassDefFoundError("gone");
        }));
        transaction.registerSynchronization(sync("next"));
        manager.commit();
        assertThat(events.all())
                .endsWith("failing.after(COMMITTED)", "broken.after(COMMITTED)", "next.after(COMMITTED)");
        assertThat(node.notices().of(2031)).hasSize(2).first().asString().contains("synchronization failing");
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void beforeCompletionRunsInTheTransactionAndSeesItActive() throws Exception {
        List<Object> seen = new ArrayList<>();
        transaction.registerSynchronization(sync("s").before(() -> {
            seen.add(manager.getTransaction());
            seen.add(manager.getStatus());
        }));
        manager.suspend();
        JtaTransaction other = node.begin();
        transaction.commit();
        assertThat(seen).containsExactly(transaction, Status.STATUS_ACTIVE);
        assertThat(manager.getTransaction()).as("the thread has its own back").isSameAs(other);
        other.rollback();
    }

    @Test
    void afterCompletionSeesTheOutcomeAsStatus() throws Exception {
        List<Integer> seen = new ArrayList<>();
        transaction.registerSynchronization(sync("s").after(() -> seen.add(transaction.getStatus())));
        manager.commit();
        assertThat(seen).containsExactly(Status.STATUS_COMMITTED);
    }

    @Test
    void resourcesCanBeEnlistedBeforeCompletion() throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.registerSynchronization(sync("s").before(() -> transaction.enlistResource(orders.connect())));
        manager.commit();
        events.assertExactly(
                "s.before", "orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)", "s.after(COMMITTED)");
    }

    @Test
    void aSynchronizationCannotEndItsTransactionAndTheNextOneStillHasIt() throws Exception {
        List<Object> seen = new ArrayList<>();
        transaction.registerSynchronization(sync("ending").before(() -> {
            assertThatThrownBy(manager::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(manager::rollback).isInstanceOf(IllegalStateException.class);
            seen.add(manager.getTransaction());
        }));
        transaction.registerSynchronization(sync("next").before(() -> seen.add(manager.getTransaction())));
        manager.commit();
        assertThat(seen).containsExactly(transaction, transaction);
    }

    @Test
    void aSynchronizationMaySuspendItsTransactionToRunAnother() throws Exception {
        transaction.registerSynchronization(sync("s").before(() -> {
            assertThat(manager.suspend()).isSameAs(transaction);
            manager.begin();
            manager.commit();
            manager.resume(transaction);
        }));
        transaction.registerSynchronization(
                sync("next").before(() -> assertThat(manager.getTransaction()).isSameAs(transaction)));
        manager.commit();
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_COMMITTED);
    }

    @Test
    void anOrdinaryOneCannotBeRegisteredWithAMarkedTransactionButAnInterposedOneCan() throws Exception {
        transaction.setRollbackOnly();
        assertThatThrownBy(() -> transaction.registerSynchronization(sync("ordinary")))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1023");
        registry.registerInterposedSynchronization(sync("interposed"));
        manager.rollback();
        events.assertExactly("interposed.after(ROLLEDBACK)");
    }

    @Test
    void noneCanBeRegisteredAfterTheEnd() throws Exception {
        transaction.registerSynchronization(sync("s").after(() -> {
            assertThatThrownBy(() -> registry.registerInterposedSynchronization(sync("late")))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transaction.registerSynchronization(sync("late")))
                    .isInstanceOf(IllegalStateException.class);
        }));
        manager.commit();
        events.assertExactly("s.before", "s.after(COMMITTED)");
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void theRegistryKnowsTheTransactionOfTheThread() throws Exception {
        Object key = registry.getTransactionKey();
        assertThat(key).isNotNull().isEqualTo(registry.getTransactionKey());
        assertThat(registry.getTransactionStatus()).isEqualTo(Status.STATUS_ACTIVE);
        assertThat(registry.getRollbackOnly()).isFalse();
        registry.setRollbackOnly();
        assertThat(registry.getRollbackOnly()).isTrue();
        assertThat(registry.getTransactionStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        manager.rollback();
        manager.begin();
        assertThat(registry.getTransactionKey()).isNotEqualTo(key);
        manager.rollback();
    }

    @Test
    void theRegistryKeepsResourcesForOneTransaction() throws Exception {
        assertThat(registry.getResource("key")).isNull();
        registry.putResource("key", "value");
        assertThat(registry.getResource("key")).isEqualTo("value");
        registry.putResource("key", null);
        assertThat(registry.getResource("key")).isNull();
        registry.putResource("key", "again");
        List<Object> seen = new ArrayList<>();
        registry.registerInterposedSynchronization(sync("s").after(() -> seen.add(registry.getResource("key"))));
        manager.commit();
        assertThat(seen).containsExactly("again");
        manager.begin();
        assertThat(registry.getResource("key")).isNull();
        manager.rollback();
    }

    @Test
    void theRegistryTakesNoNullKey() throws Exception {
        assertThatThrownBy(() -> registry.getResource(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.putResource(null, "value")).isInstanceOf(NullPointerException.class);
        manager.rollback();
    }

    @Test
    void theRegistryWithoutATransactionSaysSo() throws Exception {
        manager.rollback();
        assertThat(registry.getTransactionKey()).isNull();
        assertThat(registry.getTransactionStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThatThrownBy(() -> registry.putResource("key", "value")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> registry.getResource("key")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(registry::setRollbackOnly).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(registry::getRollbackOnly).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> registry.registerInterposedSynchronization(sync("s")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1021");
    }

    /** Another thread registers one while the commit waits for it to leave: it was never called (law 19). */
    @Test
    void oneThatComesAfterAllWereCalledMakesItRollBack() throws Exception {
        AtomicReference<JtaTransaction> begun = new AtomicReference<>();
        AtomicReference<Synchronization> late = new AtomicReference<>();
        TestNode.Builder builder = TestNode.builder().pause(() -> {
            begun.get().engine().leave();
            register(begun.get(), late.get());
        });
        try (TestNode waiting = builder.open()) {
            RecordingResource orders = waiting.resource("orders");
            begun.set(waiting.beginOn(orders));
            late.set(new RecordingSynchronization("late", waiting.events()));
            assertThat(CompletableFuture.supplyAsync(begun.get().engine()::enter)
                            .join())
                    .isEqualTo(Admission.ADMITTED);

            assertThatThrownBy(waiting.manager()::commit)
                    .isInstanceOf(RollbackException.class)
                    .cause()
                    .hasMessageContaining("ASSENT-2032");
            waiting.events()
                    .assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback", "late.after(ROLLEDBACK)");
        }
    }

    @Test
    void oneThatWasNotCalledMakesTheEndForAClientARollback() throws Exception {
        RecordingResource orders = node.resource("orders");
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(sync("late"));
        CompletableFuture<Outcome> told = new CompletableFuture<>();
        transaction.end(true, told::complete);
        assertThat(told.get()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(transaction.engine().rollbackCause()).hasMessageContaining("ASSENT-2032");
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback", "late.after(ROLLEDBACK)");
    }

    private static void register(JtaTransaction transaction, Synchronization synchronization) {
        try {
            transaction.registerSynchronization(synchronization);
        } catch (RollbackException marked) {
            throw new IllegalStateException(marked);
        }
    }

    /** As when two calls of a diamond are at work at once: one adds while what there is, is run for the superior. */
    @Test
    void oneThreadAddsWhileAnotherRunsThemAndEachRunsOnce() throws Exception {
        int all = 20_000;
        AtomicInteger called = new AtomicInteger();
        Thread adding = new Thread(() -> {
            for (int i = 0; i < all; i++) {
                try {
                    transaction.registerSynchronization(new Synchronization() {
                        @Override
                        public void beforeCompletion() {
                            called.incrementAndGet();
                        }

                        @Override
                        public void afterCompletion(int status) {}
                    });
                } catch (RollbackException marked) {
                    return;
                }
            }
        });
        adding.start();
        while (adding.isAlive()) {
            if (transaction.hasSynchronizations()) {
                transaction.callSynchronizations();
            }
        }
        adding.join();
        transaction.callSynchronizations();
        assertThat(transaction.engine().rollbackCause()).isNull();
        assertThat(called.get()).isEqualTo(all);
        node.manager().rollback();
    }
}
