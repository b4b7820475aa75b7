package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose recursion has no end commits in it: see {@link StackRoom}. */
@Fast
class CommitDeepInTheStackIT {
    private static final int STACK_BYTES = 320 << 10;

    /** A frame takes some 50 bytes, so this finds each want of room. */
    private static final int STEP = 8;

    /** How many places above the first with enough room are tried too: there the room may be too small for the end. */
    private static final int MORE_PLACES = 60;

    /** Fewer than the stack has. */
    private static final int FRAMES_MAX = 4000;

    /** After so many calls a method is compiled. */
    private static final int WARMING = 10_000;

    private enum End {
        RETURNED,
        STACK_OVERFLOW
    }

    @TempDir
    Path parent;

    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private Runnable refusesNext = () -> {};

    /** Goes down until the stack ends, comes up so many frames, and works there. */
    private static final class Descent implements Runnable {
        private final int framesUp;
        private final Runnable work;
        private int cameUp = -1;

        Descent(int framesUp, Runnable work) {
            this.framesUp = framesUp;
            this.work = work;
        }

        @Override
        @SuppressWarnings("InfiniteRecursion") // that is its purpose
        public void run() {
            try {
                run();
            } catch (StackOverflowError end) {
                if (cameUp == framesUp) {
                    throw end; // of the work
                }
            }
            cameUp++;
            if (cameUp == framesUp) {
                work.run();
            }
        }
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

    @Test
    void refusedCommitAtEachDepth_endsTheTransactionOrLeavesItAsItIs() throws Exception {
        refusesNext = () -> payments.fails(XaVerb.PREPARE, XAException.XA_RBINTEGRITY);
        atEachDepth(
                manager -> assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class),
                Status.STATUS_ROLLEDBACK);
    }

    private void atEachDepth(Request request, int expected) throws Exception {
        try (Assent assent =
                Assent.builder().with(Setting.LOG_FOLDER, parent.resolve("log")).open()) {
            assent.register(orders);
            assent.register(payments);
            TransactionManager manager = assent.transactionManager();
            Callable<Transaction> begin = () -> {
                refusesNext.run();
                return begin(manager, orders, payments);
            };
            manager.resume(begin.call());
            request.run(manager); // loads its classes
            tryEachDepth(assent, begin, request, expected);
            for (int i = 0; i < WARMING; i++) {
                manager.begin();
                manager.commit(); // warms the check alone
            }
            tryEachDepth(assent, begin, request, expected);
        }
        assertThat(orders.known() + payments.known()).isZero();
    }

    private static Transaction begin(TransactionManager manager, RecordingResource... resources) throws Exception {
        manager.begin();
        for (RecordingResource each : resources) {
            manager.getTransaction().enlistResource(each.connect());
        }
        return manager.suspend();
    }

    private static void tryEachDepth(Assent assent, Callable<Transaction> begin, Request request, int expected)
            throws Exception {
        Map<End, List<Transaction>> ends = new EnumMap<>(End.class);
        int returned = 0;
        for (int framesUp = 0; returned < MORE_PLACES; framesUp += STEP) {
            assertThat(framesUp).isLessThan(FRAMES_MAX);
            Transaction begun = begin.call();
            End end = tryAt(framesUp, assent.transactionManager(), begun, request);
            returned += end == End.RETURNED ? 1 : 0;
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

    private static End tryAt(int framesUp, TransactionManager manager, Transaction begun, Request request)
            throws InterruptedException {
        End[] end = {End.STACK_OVERFLOW};
        List<Exception> failures = new ArrayList<>();
        Runnable deep = new Descent(framesUp, () -> {
            try {
                request.run(manager);
                end[0] = End.RETURNED;
            } catch (Exception failed) {
                failures.add(failed);
            }
        });
        Runnable thread = () -> {
            try {
                manager.resume(begun);
                deep.run();
            } catch (StackOverflowError expected) { // before the end began
            } catch (Exception failed) {
                failures.add(failed);
            }
        };
        Thread small = new Thread(null, thread, "small stack", STACK_BYTES);
        small.start();
        small.join();
        assertThat(failures).isEmpty();
        return end[0];
    }
}
