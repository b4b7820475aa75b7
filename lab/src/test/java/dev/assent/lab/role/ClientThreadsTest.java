package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.assent.harness.Fast;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Task;
import dev.assent.lab.invocations.work.CallMethod;
import dev.assent.lab.invocations.work.DemarcateInside;
import dev.assent.lab.invocations.work.Transfer;
import dev.assent.lab.transport.LabClient;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work and the records of a client's threads, with objects of this process. */
@Fast
class ClientThreadsTest {
    private final AtomicInteger added = new AtomicInteger();

    /** Calls that leave no process. */
    private record Here(Map<Class<?>, Object> objects) implements LabClient {
        @Override
        public <T> T connect(String server, String name, Class<T> type) {
            return type.cast(objects.get(type));
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private ClientThreads threads(Class<? extends Task> task, int size, Account account, String... arguments)
            throws Exception {
        Inside inside = () -> new long[] {2_000, 3_000};
        Here here =
                new Here(Map.of(Payloads.class, new ConstantPayloads(), Account.class, account, Inside.class, inside));
        return ClientThreads.of(
                task.getName(), size, new Task.Context(here, List.of("first", "second"), List.of(arguments)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void ofEachLapOneTimeIsRecordedWhateverThreadHasDoneIt(int size) throws Exception {
        try (ClientThreads threads = threads(Transfer.class, size, amount -> added.incrementAndGet())) {
            ClientThreads.Done done = threads.run(8, 5);

            assertThat(done.steps())
                    .extracting(Recording::step)
                    .containsExactly("invocation 1", "invocation 2", "total");
            assertThat(done.steps()).allSatisfy(each -> assertThat(each.count()).isEqualTo(8));
            assertThat(done.iterations()).isGreaterThanOrEqualTo(8 * 5).isEqualTo(threads.iterations());
            assertThat(added.get()).as("calls of both servers").isEqualTo(2 * (int) done.iterations());
            assertThat(done.steps().get(2).mean())
                    .isEqualTo(done.steps().get(0).mean() + done.steps().get(1).mean(), offset(1e-6));
        }
    }

    @Test
    void theTimeOfALapIsThatOfAnIterationAndNotOfAll() throws Exception {
        try (ClientThreads threads = threads(CallMethod.class, 1, amount -> {}, "getInt100")) {
            long began = System.nanoTime();
            ClientThreads.Done done = threads.run(3, 1_000);
            long all = System.nanoTime() - began;

            assertThat(done.steps().get(0).mean() * 3 * 1_000).isPositive().isLessThanOrEqualTo(all);
            assertThat(done.iterations()).isEqualTo(3 * 1_000);
            assertThat(done.perSecond()).isGreaterThanOrEqualTo(3 * 1_000 * 1e9 / all);
        }
    }

    /** A task begins and ends its transaction there, and looks at its results, so the counts leave that out. */
    @Test
    void whatATaskDoesBeforeAndAfterIsNoIteration() throws Exception {
        AtomicInteger called = new AtomicInteger();
        Payloads counting = (Payloads) Proxy.newProxyInstance(
                Payloads.class.getClassLoader(), new Class<?>[] {Payloads.class}, (self, method, arguments) -> {
                    called.incrementAndGet();
                    return method.invoke(new ConstantPayloads(), arguments);
                });
        Task.Context context = new Task.Context(
                new Here(Map.of(Payloads.class, counting)), List.of("first"), List.of("getDataSet100"));
        try (ClientThreads threads = ClientThreads.of(CallMethod.class.getName(), 1, context)) {
            threads.begin();
            assertThat(called).hasValue(1);
            assertThat(threads.run(5, 1).iterations()).isEqualTo(5);
            assertThat(called).hasValue(1 + 5);
            threads.end();
            assertThat(called).hasValue(1 + 5 + 1);
        }
    }

    /** The one of two goes on only when the other has done more than its part, and waits for it. */
    @Test
    void whoHasDoneItsPartGoesOnUntilTheLastOneHasAndAllOfThatCounts() throws Exception {
        AtomicLong first = new AtomicLong();
        CountDownLatch hasGoneOn = new CountDownLatch(1);
        Account account = amount -> {
            first.compareAndSet(0, Thread.currentThread().getId());
            if (first.get() == Thread.currentThread().getId()) {
                if (added.incrementAndGet() == 2 * 20) {
                    hasGoneOn.countDown();
                }
            } else {
                await(hasGoneOn);
            }
        };
        try (ClientThreads threads = threads(Transfer.class, 2, account)) {
            ClientThreads.Done done = threads.run(2 * 4, 1);

            assertThat(done.steps().get(0).count()).isEqualTo(2 * 4);
            assertThat(done.iterations()).isGreaterThanOrEqualTo(19 + 4);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ending) {
            throw new IllegalStateException(ending);
        }
    }

    @Test
    void ofWhatIsDoneInsideOfAServerOnlyItsOwnTimeCounts() throws Exception {
        try (ClientThreads threads = threads(DemarcateInside.class, 1, amount -> {})) {
            ClientThreads.Done done = threads.run(50, 1);

            assertThat(done.isElsewhere()).isTrue();
            assertThat(done.perSecond()).isEqualTo(1e9 / 5_000, offset(1e-6));
        }
    }

    /** A task that fails before its first call, while the others wait for all to be there, or for an answer. */
    public static final class FailsForOne implements Task {
        private static final AtomicInteger MADE = new AtomicInteger();
        private static final CyclicBarrier NEVER_MET = new CyclicBarrier(3);

        private final boolean isBad = MADE.getAndIncrement() % 3 == 1;

        /** Without arguments. */
        public FailsForOne(Context context) {}

        @Override
        public List<String> steps() {
            return List.of("step");
        }

        @Override
        public void run(StepObserver observer) throws InterruptedException, BrokenBarrierException {
            if (isBad) {
                throw new IllegalStateException("the second of three has failed");
            }
            NEVER_MET.await();
        }
    }

    @Test
    void whenOneFailsAllDoWhateverTheOthersWaitFor() throws Exception {
        try (ClientThreads threads = threads(FailsForOne.class, 3, amount -> {})) {
            assertThatThrownBy(() -> threads.run(9, 1)).hasMessage("the second of three has failed");
        }
    }
}
