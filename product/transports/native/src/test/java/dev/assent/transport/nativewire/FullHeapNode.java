package dev.assent.transport.nativewire;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.transaction.Coordinator;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A node in a process of its own, whose heap is full from the first byte of its input to the second. It prints its
 * address first, {@code full} when the heap is full, {@code free} when it is no longer, and {@code over} when a
 * transaction has ended whose time was over meanwhile. It ends with its input.
 */
final class FullHeapNode {
    private static final int FILLERS = 2;
    private static final long PAUSE_NANOS = 10_000_000;
    private static final int BLOCK_MAX = 1 << 18;
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
    /** What it says; no notice has these. */
    static final String FULL_SAID = "test: full";

    static final String FREE_SAID = "test: free";
    static final String OVER_SAID = "test: over";
    static final String STOPPED_SAID = "test: stopped";

    private static final byte[] FULL = line(FULL_SAID);
    private static final byte[] FREE = line(FREE_SAID);
    private static final byte[] OVER = line(OVER_SAID);
    private static final byte[] STOPPED = line(STOPPED_SAID);

    private static volatile int lastKept;
    private static volatile boolean isFull;
    private static volatile boolean isFullSaid;

    private FullHeapNode() {}

    private static byte[] line(String text) {
        return ("\n" + text + "\n").getBytes(StandardCharsets.US_ASCII); // whatever else is on that line
    }

    public static void main(String[] arguments) throws Exception {
        try (ConnectedNode node =
                ConnectedNode.open(AssentConfig.defaults().with(Setting.LOG, "memory"), RemoteConfig.defaults())) {
            NativeTransport transport =
                    NativeTransport.of(node, NativeConfig.defaults().with(NativeSetting.LISTEN, "127.0.0.1:0"));
            node.add(transport);
            node.export("office", AttackedServer.Office.class, number -> number + 1, CallTransaction.NOT_SUPPORTED);
            System.out.println(transport.address());
            System.in.read();
            node.assent().transactionManager().setTransactionTimeout(1);
            node.assent().transactionManager().begin(); // nobody ends it
            fillUntilTold();
            isSaid(FREE);
            Coordinator coordinator = Internals.coordinator(node.assent());
            while (!coordinator.isIdle() && coordinator.isRunning()) {
                Thread.sleep(10);
            }
            isSaid(coordinator.isRunning() ? OVER : STOPPED);
            System.in.read();
        }
    }

    /** From before it is full to the next byte; several threads fill it again, where others have given something up. */
    private static void fillUntilTold() throws InterruptedException {
        Thread[] fillers = Stream.generate(() -> new Thread(FullHeapNode::fill, "filler"))
                .limit(FILLERS)
                .toArray(Thread[]::new);
        for (Thread each : fillers) {
            each.start();
        }
        isFull = true; // not before: a thread that starts needs memory
        boolean isTold = false;
        while (!isTold) {
            try {
                if (System.in.read() < 0) {
                    Runtime.getRuntime().halt(1); // the test has ended
                }
                isTold = true;
            } catch (IOException | OutOfMemoryError again) {
                // it is full
            }
        }
        isFull = false;
        for (Thread each : fillers) { // of an array: an iterator would need memory
            each.join();
        }
    }

    /** With blocks, and then with what is as small as an object can be. */
    private static void fill() {
        Object[] kept = {};
        int block = BLOCK_MAX;
        while (!isFull) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        while (isFull) {
            try {
                kept = block > 1 ? new Object[] {kept, new byte[block]} : new Object[] {kept};
            } catch (OutOfMemoryError full) {
                isFullSaid = isFullSaid || (block == 1 && isSaid(FULL)); // or twice, which does no harm
                if (block > 1) {
                    block /= 2;
                } else {
                    LockSupport.parkNanos(PAUSE_NANOS); // the others get a turn to find out
                }
            }
        }
        lastKept = kept.length;
    }

    /** Needs no memory. */
    private static boolean isSaid(byte[] line) {
        try {
            OUT.write(line);
            return true;
        } catch (IOException | OutOfMemoryError again) {
            return false;
        }
    }
}
