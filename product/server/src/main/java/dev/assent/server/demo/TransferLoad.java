package dev.assent.server.demo;

import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.TransferNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Many transfers from several threads. The first failure ends it.
 *
 * <p>Thread safety: one thread runs it; {@link #stop} may be called by any thread.
 */
final class TransferLoad {
    private static final int SHOW_MILLIS = 100;

    private final TransferNode node;
    private final PhaseTimes phases;
    private final int transfers;
    private final int threads;
    private final AtomicInteger nextTicket = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long[] nanos;
    private volatile boolean stopped;

    /**
     * The result of the load.
     *
     * @param committed the identities of the transfers that were reported as committed
     * @param threads that made them
     * @param seconds from the first begin to the last return
     * @param latencies of each transfer
     */
    record Result(BitSet committed, int threads, double seconds, Latencies latencies) {
        int transfers() {
            return committed.cardinality();
        }

        double perSecond() {
            return transfers() / seconds;
        }
    }

    TransferLoad(TransferNode node, PhaseTimes phases, int transfers, int threads) {
        this.node = node;
        this.phases = phases;
        this.transfers = transfers;
        this.threads = threads;
        this.nanos = new long[transfers];
    }

    /**
     * Makes the transfers, with the identities from 1, and shows how far it is.
     *
     * @throws Exception the first failure of a transfer
     */
    Result run(ProgressBar progress) throws Exception {
        CountDownLatch running = new CountDownLatch(threads);
        List<Thread> all = new ArrayList<>();
        SplittableRandom random = new SplittableRandom();
        long began = System.nanoTime();
        for (int i = 1; i <= threads; i++) {
            SplittableRandom own = random.split();
            Thread thread = new Thread(() -> work(own, running), "transfers-" + i);
            thread.setDaemon(true);
            thread.start();
            all.add(thread);
        }
        while (!running.await(SHOW_MILLIS, TimeUnit.MILLISECONDS)) {
            progress.show(done.get(), (System.nanoTime() - began) / 1e9);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        progress.show(done.get(), seconds);
        for (Thread thread : all) {
            thread.join();
        }
        Throwable failed = failure.get();
        if (failed instanceof Exception exception) {
            throw exception;
        } else if (failed != null) {
            throw new IllegalStateException(failed);
        }
        return new Result(committed(), threads, seconds, new Latencies(nanos));
    }

    private BitSet committed() {
        BitSet committed = new BitSet();
        for (int ticket = 0; ticket < transfers; ticket++) {
            committed.set(ticket + 1, nanos[ticket] > 0);
        }
        return committed;
    }

    /** Begins no more transfers. */
    void stop() {
        stopped = true;
    }

    private void work(SplittableRandom random, CountDownLatch running) {
        try {
            for (int ticket = nextTicket.getAndIncrement();
                    ticket < transfers && !stopped;
                    ticket = nextTicket.getAndIncrement()) {
                Transfer transfer = Transfer.random(ticket + 1, random);
                phases.begin();
                node.make(transfer);
                nanos[ticket] = phases.end();
                done.incrementAndGet();
            }
        } catch (Throwable failed) {
            failure.compareAndSet(null, failed);
            stop();
        } finally {
            running.countDown();
        }
    }
}
