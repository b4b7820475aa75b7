package dev.assent.resources.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which callers the gate admits, and when. */
@Fast
class PoolGateTest {
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);

    private final PoolGate gate = new PoolGate(2);

    @Test
    void asManyAreInAsThereAreConnectionsAndAPermitIsGivenBackOnce() throws Exception {
        PoolGate.Permit one = gate.enter(1);
        PoolGate.Permit other = gate.enter(1);
        assertThat(gate.enter(1)).isNull();
        one.release();
        one.release();
        assertThat(gate.enter(1)).isNotNull();
        assertThat(gate.enter(1)).isNull();
        other.release();
        assertThat(gate.enter(1)).isNotNull();
    }

    @Test
    void whoWaitsIsLetInInTurn() throws Exception {
        PoolGate.Permit one = gate.enter(1);
        PoolGate.Permit other = gate.enter(1);
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    PoolGate.Permit permit = gate.enter(NANOS_MAX);
                    served.add(number);
                    permit.release();
                } catch (InterruptedException impossible) {
                    throw new IllegalStateException(impossible);
                }
            });
            thread.start();
            threads.add(thread);
            await().until(() -> gate.waiting() == number + 1);
        }
        one.release();
        for (Thread thread : threads) {
            thread.join();
        }
        other.release();
        assertThat(served).containsExactly(0, 1, 2, 3, 4);
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aClosedGateLetsEverybodyInAndPermitsCanStillBeGivenBack() throws Exception {
        PoolGate.Permit one = gate.enter(1);
        gate.close();
        for (int i = 0; i < 10; i++) {
            assertThat(gate.enter(1)).isNotNull();
        }
        one.release();
        assertThat(gate.waiting()).isZero();
    }
}
