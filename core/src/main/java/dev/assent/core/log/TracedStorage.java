package dev.assent.core.log;

import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A storage that tells a tracer of the checkpoints. A checkpoint is what is written from a segment's
 * first sector on, up to the next force.
 *
 * <p>Thread safety: as that of the storage behind it.
 */
public final class TracedStorage implements Storage {
    private final Storage storage;
    private final Tracer tracer;

    /** Tells the tracer of what happens to the storage. */
    public TracedStorage(Storage storage, Tracer tracer) {
        this.storage = storage;
        this.tracer = tracer;
    }

    @Override
    public String place() {
        return storage.place();
    }

    @Override
    public String fingerprint() {
        return storage.fingerprint();
    }

    @Override
    public List<String> list() throws IOException {
        return storage.list();
    }

    @Override
    public StoredFile create(String name, long size) throws IOException {
        return new TracedFile(storage.create(name, size));
    }

    @Override
    public StoredFile open(String name) throws IOException {
        return new TracedFile(storage.open(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        storage.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        storage.delete(name);
    }

    @Override
    public void forceNames() throws IOException {
        storage.forceNames();
    }

    @Override
    public void close() {
        storage.close();
    }

    private void trace(FaultPoint point) {
        tracer.at(point, null, -1);
    }

    /** One file; the log calls it from one thread at a time. */
    private final class TracedFile implements StoredFile {
        private final StoredFile file;
        private boolean checkpoint;

        TracedFile(StoredFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(long offset, ByteBuffer into) throws IOException {
            file.read(offset, into);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            if (offset == 0) {
                checkpoint = true;
                trace(FaultPoint.BEFORE_CHECKPOINT);
            }
            file.write(offset, from);
        }

        @Override
        public void force() throws IOException {
            if (!checkpoint) {
                file.force();
                return;
            }
            checkpoint = false;
            trace(FaultPoint.UNFORCED_CHECKPOINT);
            file.force();
            trace(FaultPoint.AFTER_CHECKPOINT);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
