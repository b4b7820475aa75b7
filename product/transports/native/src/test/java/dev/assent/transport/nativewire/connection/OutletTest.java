package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is written after a write that has failed, when it is unknown which bytes were written. */
@Fast
class OutletTest {
    private static final Error FAILED = new OutOfMemoryError("of the test");

    /** Fails at the first write, and counts those that come after. */
    private static final class TornTransfer implements Transfer {
        final AtomicInteger writes = new AtomicInteger();

        @Override
        public int read(ByteBuffer into) {
            return 0;
        }

        @Override
        public boolean write(ArrayDeque<ByteBuffer> from) {
            if (writes.getAndIncrement() == 0) {
                throw FAILED;
            }
            return true;
        }

        @Override
        public void close() {}
    }

    private static final class Told implements Outlet.Writing {
        final AtomicInteger broken = new AtomicInteger();

        @Override
        public void blocked() {}

        @Override
        public void written() {}

        @Override
        public void broken(IOException cause) {
            broken.incrementAndGet();
        }
    }

    @Test
    void drain_afterATornWrite_writesNothing() {
        TornTransfer transfer = new TornTransfer();
        Told told = new Told();
        Outlet outlet = new Outlet(transfer, told);
        outlet.add(new WireOut(FrameKind.BYE).putLong(1).frame(), null);
        outlet.drain();
        outlet.drain();
        assertThat(transfer.writes).hasValue(1);
        assertThat(told.broken).hasValue(2);
    }
}
