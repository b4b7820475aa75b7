package dev.assent.transport.iiop.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** No kind of work has more threads than its share. */
@Fast
class SharesTest {
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private boolean isFull;
    private boolean isOutOfThreads;
    private final Shares<String> shares = new Shares<>(this::take, 2);

    private void take(Runnable work) {
        if (isFull) {
            throw new RejectedExecutionException("full");
        }
        if (isOutOfThreads) {
            throw new InternalError("unable to create native thread, says a test");
        }
        threads.add(work);
    }

    private final class Named implements Shares.Work {
        private final String name;
        boolean isOver;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            done.add(name);
        }

        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public void refuse(RejectedExecutionException full) {
            done.add(name + " refused");
        }
    }

    private Named put(String kind, String name) {
        Named work = new Named(name);
        shares.execute(kind, work);
        return work;
    }

    private void runOne() {
        threads.remove().run();
    }

    @Test
    void aKindThatHasItsShareLeavesThreadsForOthers() {
        put("a", "a1");
        put("a", "a2");
        put("a", "a3");
        put("b", "b1");
        assertThat(threads).hasSize(3);
        runOne();
        assertThat(threads).as("a3 has the thread of a1").hasSize(3);
        while (!threads.isEmpty()) {
            runOne();
        }
        assertThat(done).containsExactly("a1", "a2", "b1", "a3");
        assertThat(shares.size()).isZero();
    }

    @Test
    void whatFailsGivesItsThreadBackToo() {
        shares.execute("a", new Shares.Work() {
            @Override
            public void run() {
                throw new IllegalStateException("a bug");
            }

            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void refuse(RejectedExecutionException full) {}
        });
        put("a", "a2");
        put("a", "a3");
        try {
            runOne();
        } catch (IllegalStateException bug) {
            done.add("bug");
        }
        runOne();
        runOne();
        assertThat(done).containsExactly("bug", "a2", "a3");
        assertThat(shares.size()).isZero();
    }

    @Test
    void whatIsOverWhileItWaitsGivesItsPlaceToOthers() {
        put("a", "a1");
        put("a", "a2");
        List<Named> waiting = new ArrayList<>();
        for (int i = 0; i < Shares.WAITING_MAX; i++) {
            waiting.add(put("a", "w" + i));
        }
        put("a", "last");
        assertThat(done).containsExactly("last refused");
        waiting.forEach(each -> each.isOver = true);
        put("a", "later");
        done.clear();
        while (!threads.isEmpty()) {
            runOne();
        }
        assertThat(done).containsExactly("a1", "a2", "later");
    }

    @Test
    void whereThereAreNoThreadsAllThatWaitsIsRefused() {
        put("a", "a1");
        put("a", "a2");
        put("a", "a3");
        isFull = true;
        runOne();
        put("a", "a4");
        assertThat(done).containsExactly("a1", "a3 refused", "a4 refused");
        runOne();
        assertThat(shares.size()).isZero();
    }

    @Test
    void whereNoThreadCanBeStartedWorkIsRefusedAndTakesNoShare() {
        isOutOfThreads = true;
        put("a", "a1");
        put("a", "a2");
        put("a", "a3");
        assertThat(done).containsExactly("a1 refused", "a2 refused", "a3 refused");
        assertThat(shares.size()).isZero();
        isOutOfThreads = false;
        put("a", "a4");
        runOne();
        assertThat(done).endsWith("a4");
    }

    @Test
    void whatWaitsIsRefusedWhenNoThreadCanBeStartedForIt() {
        put("a", "a1");
        put("a", "a2");
        put("a", "a3");
        isOutOfThreads = true;
        runOne();
        assertThat(done).containsExactly("a1", "a3 refused");
        runOne();
        assertThat(shares.size()).isZero();
    }
}
