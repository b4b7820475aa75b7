package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

@Fast
class TransactionTableTest {
    private static final int THREADS = 4;
    private static final int EACH = 5_000;

    private final Coordinator coordinator = new Coordinator(new CoordinatorPorts(
            new MemoryDecisionLog(() -> new NodeId(1, 2)),
            SystemClock.INSTANCE,
            Dispatcher.INLINE,
            Runnable::run,
            Thread::yield,
            null,
            null,
            64));

    private GlobalTransaction transaction() {
        return new GlobalTransaction(coordinator, Terms.DEFAULT, Owner.NONE, Long.MAX_VALUE);
    }

    @Test
    void whatIsAddedIsFoundByItsNumberUntilItIsRemoved() {
        TransactionTable table = new TransactionTable(8);
        GlobalTransaction first = transaction();
        GlobalTransaction second = transaction();
        assertThat(table.add(first)).isTrue();
        assertThat(table.add(second)).isTrue();
        assertThat(table.find(first.sequence())).isSameAs(first);
        assertThat(table.find(second.sequence())).isSameAs(second);
        assertThat(table.find(first.sequence() + 8))
                .as("same slot, other number")
                .isNull();
        table.remove(first);
        assertThat(table.find(first.sequence())).isNull();
        table.remove(first);
        assertThat(table.find(second.sequence())).isSameAs(second);
    }

    @Test
    void aFullTableTakesNothingUntilSomethingLeaves() {
        TransactionTable table = new TransactionTable(8);
        List<GlobalTransaction> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            GlobalTransaction each = transaction();
            assertThat(table.add(each)).as("place %d of 8", i + 1).isTrue();
            all.add(each);
        }
        assertThat(table.add(transaction())).isFalse();
        table.remove(all.get(3));
        GlobalTransaction late = transaction();
        assertThat(table.add(late)).isTrue();
        assertThat(table.find(late.sequence())).isSameAs(late);
        List<GlobalTransaction> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertThat(seen).hasSize(8).contains(late).doesNotContain(all.get(3));
    }

    @Test
    void numbersAreNeverGivenTwice() {
        TransactionTable table = new TransactionTable(4);
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            GlobalTransaction each = transaction();
            assertThat(table.add(each)).isTrue();
            assertThat(numbers.add(each.sequence())).isTrue();
            table.remove(each);
        }
    }

    @Test
    void threadsThatAddAtOnceEachGetTheirOwnPlace() throws Exception {
        TransactionTable table = new TransactionTable(1024);
        Set<Long> numbers = ConcurrentHashMap.newKeySet();
        List<String> problems = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int j = 0; j < EACH; j++) {
                    GlobalTransaction each = transaction();
                    if (!table.add(each) || !numbers.add(each.sequence()) || table.find(each.sequence()) != each) {
                        synchronized (problems) {
                            problems.add("transaction " + each.sequence());
                        }
                    }
                    table.remove(each);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problems).isEmpty();
        assertThat(numbers).hasSize(THREADS * EACH);
    }
}
