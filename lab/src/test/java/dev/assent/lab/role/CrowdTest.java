package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.wire.Guest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the threads of a client do and record, with accounts in memory. */
class CrowdTest {
    private final AtomicInteger added = new AtomicInteger();

    /** Calls that leave no process. */
    private final class Here implements Guest {
        @Override
        public Payloads payloads(String server, boolean isTransactional) {
            return new ConstantPayloads();
        }

        @Override
        public Account account(String server, boolean isTransactional) {
            return amount -> added.incrementAndGet();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private Crowd crowd(String task, int size) throws Exception {
        return new Crowd(List.of(task.split(" ")), size, new Here(), List.of("first", "second"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void ofEachLapOneTimeIsRecordedWhateverThreadHasDoneIt(int size) throws Exception {
        try (Crowd crowd = crowd("transfer", size)) {
            List<Recording> steps = crowd.run(8, 5);

            assertThat(steps).extracting(Recording::step).containsExactly("invocation 1", "invocation 2", "total");
            assertThat(steps).allSatisfy(each -> assertThat(each.count()).isEqualTo(8));
            assertThat(added).as("calls of both servers").hasValue(2 * 8 * 5);
            assertThat(steps.get(2).mean())
                    .isEqualTo(steps.get(0).mean() + steps.get(1).mean(), offset(1e-6));
        }
    }

    @Test
    void theTimeOfALapIsThatOfAnIterationAndNotOfAll() throws Exception {
        try (Crowd crowd = crowd("call getInt100", 1)) {
            long began = System.nanoTime();
            Recording call = crowd.run(3, 1_000).get(0);
            long all = System.nanoTime() - began;

            assertThat(call.mean() * 3 * 1_000).isPositive().isLessThanOrEqualTo(all);
        }
    }
}
