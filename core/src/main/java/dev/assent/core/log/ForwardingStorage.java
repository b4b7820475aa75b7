package dev.assent.core.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A storage that stands before another one and hands every call through, to its files too.
 *
 * <p>Thread safety: as that of the storage behind it.
 */
public abstract class ForwardingStorage implements Storage {
    private final Storage storage;

    /** Stands before this one. */
    protected ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    /** What stands before a file of the storage. */
    protected abstract ForwardingFile around(StoredFile file);

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
        return around(storage.create(name, size));
    }

    @Override
    public StoredFile open(String name) throws IOException {
        return around(storage.open(name));
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

    /** A file that stands before another one. The log calls it from one thread at a time. */
    protected abstract static class ForwardingFile implements StoredFile {
        private final StoredFile file;

        /** Stands before this one. */
        protected ForwardingFile(StoredFile file) {
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
            file.force();
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
