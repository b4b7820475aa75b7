package dev.assent.testkit.cost;

import dev.assent.core.log.ForwardingStorage;
import dev.assent.core.log.Storage;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the forces of a real storage. */
final class CountingStorage extends ForwardingStorage {
    private final AtomicLong forces = new AtomicLong();

    CountingStorage(Storage storage) {
        super(storage);
    }

    /** How often a file was forced, or names were. */
    long forces() {
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
