package dev.assent.testkit.cost;

import dev.assent.core.log.ForwardingStorage;
import dev.assent.core.log.Storage;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the forces of a real storage.
 *
 * <p>Thread safety: as {@link Storage} says; the count may be asked for by any thread.
 */
public final class CountingStorage extends ForwardingStorage {
    private final AtomicLong forces = new AtomicLong();

    /** Counts from now on; the storage is closed with this one. */
    public CountingStorage(Storage storage) {
        super(storage);
    }

    /** How often a file was forced, or names were. */
    public long forces() {
        return forces.get();
    }

    @Override
    protected ForwardingFile around(StoredFile file) {
        return new ForwardingFile(file) {
            @Override
            public void force() throws IOException {
                forces.incrementAndGet();
                super.force();
            }
        };
    }

    @Override
    public void forceNames() throws IOException {
        forces.incrementAndGet();
        super.forceNames();
    }
}
