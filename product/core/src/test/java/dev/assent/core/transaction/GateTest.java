package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Law 20: only one of timeout and decision wins. */
@Fast
class GateTest {
    private static final int ROUNDS = 2_000;

    private static final class PlainGate extends Gate {
        int pauses;
        Runnable atPause = () -> {};
        final List<Throwable> thrown = new ArrayList<>();

        void whenInside(Consumer<Admission> work) {
            whenInside(work, () -> {});
        }

        @Override
        public boolean leave() {
            List<Runnable> afterwards = drain(Admission.ADMITTED);
            boolean isInTime = open();
            runAll(afterwards);
            drainUnlessBusy();
            return isInTime;
        }

        @Override
        void leaveAtOnce() {
            leave();
        }

        @Override
        void pause() {
            pauses++;
            atPause.run();
        }

        @Override
        void failed(Throwable bug) {
            thrown.add(bug);
        }
    }

    private final PlainGate gate = new PlainGate();

    @Test
    void oneIsAdmittedAfterTheOther() {
        assertThat(CompletableFuture.supplyAsync(gate::enter).join()).isEqualTo(Admission.ADMITTED);
        gate.atPause = () -> gate.move(Gate.BUSY, Gate.OPEN);
        assertThat(gate.enter()).isEqualTo(Admission.ADMITTED);
        assertThat(gate.pauses).isEqualTo(1);
    }

    @Test
    void aThreadInside_isRefusedAndNotKeptWaiting() {
        gate.enter();
        assertThatThrownBy(gate::enter)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1044");
        assertThatThrownBy(() -> gate.close(Gate.PREPARING)).hasMessageContaining("ASSENT-1044");
        assertThat(gate.leave()).isTrue();
        assertThat(gate.enter()).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void workForTheThreadInside_mayNotEnterItself() {
        List<Throwable> refusals = new ArrayList<>();
        gate.whenInside(admission -> refusals.add(catchThrowable(gate::enter)));
        assertThat(refusals).singleElement().isInstanceOf(IllegalStateException.class);
        assertThat(gate.gate()).isEqualTo(Gate.OPEN);
    }

    @Test
    void nobodyIsAdmittedOnceItIsClosed() {
        assertThat(gate.close(Gate.CLOSED)).isEqualTo(Admission.ADMITTED);
        assertThat(gate.enter()).isEqualTo(Admission.CLOSED);
        assertThat(gate.close(Gate.DECIDED)).isEqualTo(Admission.CLOSED);
        assertThat(gate.isTimedOut()).isFalse();
    }

    @Test
    void aCallIsUnderWayFromItsBeginningToItsEndAndOneThatIsRefusedNever() {
        assertThat(gate.beginCall()).isEqualTo(Admission.ADMITTED);
        assertThat(gate.beginCall()).isEqualTo(Admission.ADMITTED);
        assertThat(gate.calls()).isEqualTo(2);
        gate.endCall();
        assertThat(gate.calls()).isEqualTo(1);
        gate.endCall();
        gate.close(Gate.CLOSED);
        assertThat(gate.beginCall()).isEqualTo(Admission.CLOSED);
        assertThat(gate.calls()).isZero();
    }

    @Test
    void theTimeoutOfAnOpenGateIsTheTimersToCarryOut() {
        assertThat(gate.expire()).isTrue();
        assertThat(gate.isTimedOut()).isTrue();
        assertThat(gate.expire()).as("once").isFalse();
        assertThat(gate.enter()).isEqualTo(Admission.TIMED_OUT);
        assertThat(gate.close(Gate.PREPARING)).isEqualTo(Admission.TIMED_OUT);
    }

    @Test
    void theTimeoutOfABusyGateIsLeftToTheOneInside() {
        gate.enter();
        assertThat(gate.expire()).isFalse();
        assertThat(gate.gate()).isEqualTo(Gate.BUSY_EXPIRED);
        assertThat(gate.enter()).isEqualTo(Admission.TIMED_OUT);
        assertThat(gate.close(Gate.CLOSED)).isEqualTo(Admission.TIMED_OUT);
        assertThat(gate.expire()).isFalse();
    }

    @Test
    void theTimeoutOfPhaseOneKeepsItFromBeingDecided() {
        gate.close(Gate.PREPARING);
        assertThat(gate.expire()).isFalse();
        assertThat(gate.isTimedOut()).isTrue();
        assertThat(gate.move(Gate.PREPARING, Gate.DECIDED)).isFalse();
    }

    @Test
    void theTimeoutOfADecidedOrClosedGateDoesNothing() {
        for (int end : new int[] {Gate.DECIDED, Gate.CLOSED}) {
            PlainGate ended = new PlainGate();
            ended.close(end);
            assertThat(ended.expire()).isFalse();
            assertThat(ended.isTimedOut()).isFalse();
            assertThat(ended.gate()).isEqualTo(end);
        }
    }

    @Test
    void workIsDoneInsideAtOnceOrByTheOneWhoLeavesAndNobodyWaits() {
        List<String> done = new ArrayList<>();
        gate.whenInside(admission -> done.add("free " + admission + " " + gate.gate()));
        assertThat(done).containsExactly("free ADMITTED " + Gate.BUSY);
        gate.enter();
        gate.whenInside(admission -> done.add("busy " + admission));
        assertThat(done).hasSize(1);
        gate.leave();
        assertThat(done).last().isEqualTo("busy ADMITTED");
        gate.close(Gate.PREPARING);
        gate.whenInside(admission -> done.add("late " + admission));
        assertThat(done).last().isEqualTo("late CLOSED");
        assertThat(gate.pauses).isZero();
    }

    @Test
    void whatFollowsOnWorkIsDoneWhenNobodyIsInsideAnyMore() {
        List<String> done = new ArrayList<>();
        gate.whenInside(admission -> done.add("work"), () -> done.add("free " + gate.gate()));
        gate.enter();
        gate.whenInside(admission -> done.add("waited"), () -> done.add("left " + gate.gate()));
        gate.leave();
        gate.close(Gate.PREPARING);
        gate.whenInside(admission -> done.add("late"), () -> done.add("closed " + gate.gate()));
        assertThat(done)
                .containsExactly(
                        "work", "free " + Gate.OPEN, "waited", "left " + Gate.OPEN, "late", "closed " + Gate.PREPARING);
    }

    @Test
    void workThatWaitsWhenTheTimeRunsOutIsDoneBeforeTheRollback() {
        List<Admission> done = new ArrayList<>();
        gate.enter();
        gate.whenInside(done::add);
        gate.expire();
        gate.whenInside(done::add);
        gate.leave();
        assertThat(done).containsExactly(Admission.ADMITTED, Admission.ADMITTED);
        gate.whenInside(done::add);
        assertThat(done).last().isEqualTo(Admission.TIMED_OUT);
    }

    @Test
    void workThatThrowsKeepsNoOtherFromBeingDoneAndNobodyOut() {
        IllegalStateException bug = new IllegalStateException();
        List<Admission> done = new ArrayList<>();
        gate.enter();
        gate.whenInside(admission -> {
            throw bug;
        });
        gate.whenInside(done::add);
        assertThat(gate.leave()).isTrue();
        assertThat(done).containsExactly(Admission.ADMITTED);
        assertThat(gate.thrown).containsExactly(bug);
        assertThat(gate.enter()).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void workOfManyThreadsIsDoneOneAfterTheOtherAndNoneIsLeftBehind() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(3);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread each = new Thread(() -> {
                await(start);
                for (int round = 0; round < ROUNDS; round++) {
                    gate.whenInside(admission -> {
                        together.addAndGet(inside.incrementAndGet() > 1 ? 1 : 0);
                        done.incrementAndGet();
                        inside.decrementAndGet();
                    });
                }
            });
            each.start();
            threads.add(each);
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(together.get()).isZero();
        assertThat(done.get()).isEqualTo(3 * ROUNDS);
        assertThat(gate.gate()).isEqualTo(Gate.OPEN);
    }

    @Test
    void ofADecisionAndATimeoutAtOnceExactlyOneWins() throws Exception {
        AtomicInteger timeouts = new AtomicInteger();
        List<PlainGate> gates = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            PlainGate each = new PlainGate();
            each.close(Gate.PREPARING);
            gates.add(each);
        }
        CyclicBarrier start = new CyclicBarrier(2);
        Thread timer = new Thread(() -> {
            await(start);
            gates.forEach(Gate::expire);
        });
        timer.start();
        await(start);
        List<Boolean> decided = new ArrayList<>();
        for (int i = ROUNDS - 1; i >= 0; i--) {
            decided.add(0, gates.get(i).move(Gate.PREPARING, Gate.DECIDED));
        }
        timer.join();
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(gates.get(i).isTimedOut()).isNotEqualTo(decided.get(i));
            timeouts.addAndGet(decided.get(i) ? 0 : 1);
        }
        assertThat(timeouts.get()).isBetween(0, ROUNDS);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
