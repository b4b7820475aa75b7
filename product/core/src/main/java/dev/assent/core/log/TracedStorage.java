package dev.assent.core.log;

import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A storage that reports checkpoints to a tracer. A checkpoint is the writes from a segment's first sector on, up to
 * the next force.
 *
 * <p>Thread safety: as the wrapped storage.
 */
public final class TracedStorage extends ForwardingStorage {
    private final Tracer tracer;

    /** Reports the checkpoints of the storage to the tracer. */
    public TracedStorage(Storage storage, Tracer tracer) {
        super(storage);
        this.tracer = tracer;
    }

    @Override
    protected ForwardingFile around(StoredFile file) {
        return new TracedFile(file);
    }

    private void trace(FaultPoint point) {
        tracer.at(point, null, -1);
    }

    private final class TracedFile extends ForwardingFile {
        private boolean checkpoint;

        TracedFile(StoredFile file) {
            super(file);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            if (offset == 0) {
                checkpoint = true;
                trace(FaultPoint.BEFORE_CHECKPOINT);
            }
            super.write(offset, from);
        }

        @Override
        public void force() throws IOException {
            if (!checkpoint) {
                super.force();
                return;
            }
            checkpoint = false;
            trace(FaultPoint.UNFORCED_CHECKPOINT);
            super.force();
            trace(FaultPoint.AFTER_CHECKPOINT);
        }
    }
}
