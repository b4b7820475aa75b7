package dev.assent.server.processes;

import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.VictimProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Many transfers from several threads of the client. A transfer that is not committed ends nothing: while processes are
 * killed that is as it should be.
 *
 * <p>Thread safety: one thread starts and stops it.
 */
final class ClientLoad {
    /** Before the next try after a failure, so that a coordinator that is down is not asked all the time. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final ClientVictim client;
    private final CrashTrigger trigger;
    private final AtomicInteger next;
    private final int end;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isStopped;

    /** Transfers with these identities. */
    ClientLoad(ClientVictim client, CrashTrigger trigger, int first, int count) {
        this.client = client;
        this.trigger = trigger;
        this.next = new AtomicInteger(first);
        this.end = first + count;
    }

    void start(int count, int timeoutSeconds) {
        SplittableRandom random = new SplittableRandom();
        for (int i = 1; i <= count; i++) {
            SplittableRandom own = random.split();
            Thread thread = new Thread(() -> work(own, timeoutSeconds), "transfers-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void work(SplittableRandom random, int timeoutSeconds) {
        for (int id = next.getAndIncrement(); id < end && !isStopped; id = next.getAndIncrement()) {
            trigger.tell(Reported.BEGUN + " " + id);
            long began = System.nanoTime();
            String outcome = client.outcome(Transfer.random(id, random), timeoutSeconds);
            trigger.tell(Reported.DID + " " + id + " " + outcome + " " + (System.nanoTime() - began));
            if (!outcome.equals(VictimProcess.COMMITTED)) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Begins no more transfers, and waits for those under way. */
    void stop() throws InterruptedException {
        isStopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
