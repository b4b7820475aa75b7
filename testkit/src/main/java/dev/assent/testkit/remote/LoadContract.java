package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.assent.harness.Run;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Peer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many calls at once, which take long on a machine that has other things to do. */
abstract class LoadContract extends ContractPart {
    private static final int CALLS = !Run.isWhole() ? 300 : 1_000;
    private static final int THREADS_MAX = 100;
    private static final int CALLERS = 16;
    private static final int TRANSACTIONS_OF_EACH = !Run.isWhole() ? 5 : 25;

    @Test
    void aThousandCallsUnderWayNeedNoThreadEach() throws Exception {
        assumeFalse(wire().needsAThreadForEachCall(), "it blocks");
        Queue<Runnable> work = new ConcurrentLinkedQueue<>();
        Queue<Result> results = new ConcurrentLinkedQueue<>();
        b().service().workers = work::add;
        Peer peer = a().service().transport().peer(b().address());
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        for (int i = 0; i < CALLS; i++) {
            Object[] arguments = {new byte[] {(byte) i, (byte) (i >> 8)}};
            peer.call(
                    new Call("office", Office.class.getMethod("echo", byte[].class), arguments, null, 60_000),
                    results::add);
        }
        ContractWorld.until(() -> work.size() + results.size() == CALLS);
        assertThat(results).isEmpty();
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threads)
                .isLessThan(THREADS_MAX);
        work.forEach(Runnable::run);
        ContractWorld.until(() -> results.size() == CALLS);
        assertThat(results.stream().map(LoadContract::number).sorted()).containsExactlyElementsOf(upTo(CALLS));
    }

    private static int number(Result result) {
        byte[] value = (byte[]) Objects.requireNonNull(((Result.Returned) result).value());
        return (value[0] & 0xFF) | (value[1] & 0xFF) << 8;
    }

    private static List<Integer> upTo(int count) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(i);
        }
        return all;
    }

    @Test
    void manyTransactionsAtOnceCommitAtBothEnds() throws Exception {
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(world().inBackground(() -> {
                for (int k = 0; k < TRANSACTIONS_OF_EACH; k++) {
                    beginAtBoth();
                    commit();
                }
                return null;
            }));
        }
        ContractWorld.get(callers);
        world().settle();
        for (RestartableNode each : List.of(a(), b())) {
            assertThat(each.resource().committed()).isEqualTo(CALLERS * TRANSACTIONS_OF_EACH);
            assertThat(each.resource().rolledBack()).isZero();
        }
    }
}
