package dev.assent.core.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A wrapper of a storage. It forwards every call, and wraps its files too.
 *
 * <p>Thread safety: as the wrapped storage.
 */
public abstract class ForwardingStorage implements Storage {
    private final Storage storage;

    /** Wraps a storage. */
    protected ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    /** Wraps a file of the storage. */
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

    /** A wrapper of a file. The log calls it from one thread at a time. */
    protected abstract static class ForwardingFile implements StoredFile {
        private final StoredFile file;

        /** Wraps a file. */
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
