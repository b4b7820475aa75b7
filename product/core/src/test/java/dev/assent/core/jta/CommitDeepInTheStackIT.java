package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose recursion has no end commits in it: see {@link StackRoom}. */
@Fast
class CommitDeepInTheStackIT {
    private static final int STACK_BYTES = 320 << 10;

    /** How many of the deepest frames are tried, one after the other. */
    private static final int FRAMES = 700;

    private enum End {
        RETURNED,
        STACK_OVERFLOW
    }

    @TempDir
    Path parent;

    private int deepest;

    @SuppressWarnings("InfiniteRecursion") // that is its purpose
    private void descend() {
        deepest++;
        descend();
    }

    private void descendTo(int depth, Runnable then) {
        if (depth == 0) {
            then.run();
        } else {
            descendTo(depth - 1, then);
        }
    }

    private static void onSmallStack(Runnable work) throws InterruptedException {
        Thread thread = new Thread(null, work, "small stack", STACK_BYTES);
        thread.start();
        thread.join();
    }

    private int deepest() throws InterruptedException {
        deepest = 0;
        onSmallStack(() -> {
            try {
                descend();
            } catch (StackOverflowError expected) { // deepest says where
            }
        });
        return deepest;
    }

    /** What the application does in the deepest frame. */
    private interface Request {
        void run(TransactionManager manager) throws Exception;
    }

    @Test
    void commitAtEachDepth_endsTheTransactionOrLeavesItAsItIs() throws Exception {
        atEachDepth(TransactionManager::commit, Status.STATUS_COMMITTED);
    }

    @Test
    void rollbackAtEachDepth_endsTheTransactionOrLeavesItAsItIs() throws Exception {
        atEachDepth(TransactionManager::rollback, Status.STATUS_ROLLEDBACK);
    }

    private void atEachDepth(Request request, int expected) throws Exception {
        EventList events = new EventList();
        RecordingResource orders = new RecordingResource("orders", events);
        RecordingResource payments = new RecordingResource("payments", events);
        try (Assent assent =
                Assent.builder().with(Setting.LOG_FOLDER, parent.resolve("log")).open()) {
            assent.register(orders);
            assent.register(payments);
            TransactionManager manager = assent.transactionManager();
            Map<End, List<Transaction>> ends = new EnumMap<>(End.class);
            int deepest = deepest();
            for (int depth = deepest - FRAMES; depth <= deepest; depth++) {
                manager.begin();
                Transaction begun = manager.suspend();
                begun.enlistResource(orders.connect());
                begun.enlistResource(payments.connect());
                End end = tryAt(depth, manager, begun, request);
                ends.computeIfAbsent(end, none -> new ArrayList<>()).add(begun);
            }
            assertThat(assent.isRunning()).isTrue();
            assertThat(ends).containsOnlyKeys(End.values());
            for (Transaction each : ends.get(End.RETURNED)) {
                assertThat(each.getStatus()).isEqualTo(expected);
            }
            for (Transaction each : ends.get(End.STACK_OVERFLOW)) {
                assertThat(each.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
                each.rollback();
            }
        }
        assertThat(orders.known() + payments.known()).isZero();
    }

    private End tryAt(int depth, TransactionManager manager, Transaction begun, Request request)
            throws InterruptedException {
        End[] end = {End.STACK_OVERFLOW};
        List<Exception> failures = new ArrayList<>();
        onSmallStack(() -> {
            try {
                manager.resume(begun);
                descendTo(depth, () -> {
                    try {
                        request.run(manager);
                        end[0] = End.RETURNED;
                    } catch (Exception failed) {
                        failures.add(failed);
                    }
                });
            } catch (StackOverflowError expected) { // before the end began
            } catch (Exception failed) {
                failures.add(failed);
            }
        });
        assertThat(failures).isEmpty();
        return end[0];
    }
}
