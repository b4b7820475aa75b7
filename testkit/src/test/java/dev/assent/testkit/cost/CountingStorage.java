package dev.assent.testkit.cost;

import dev.assent.core.log.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the forces of a real storage. */
final class CountingStorage implements Storage {
    private final Storage storage;
    private final AtomicLong forces = new AtomicLong();

    CountingStorage(Storage storage) {
        this.storage = storage;
    }

    /** How often a file was forced, or names were. */
    long forces() {
        return forces.get();
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
        return new CountedFile(storage.create(name, size));
    }

    @Override
    public StoredFile open(String name) throws IOException {
        return new CountedFile(storage.open(name));
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
        forces.incrementAndGet();
        storage.forceNames();
    }

    @Override
    public void close() {
        storage.close();
    }

    private final class CountedFile implements StoredFile {
        private final StoredFile file;

        CountedFile(StoredFile file) {
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
            file.write(offset, from);
        }

        @Override
        public void force() throws IOException {
            forces.incrementAndGet();
            file.force();
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
