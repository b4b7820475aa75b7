package dev.assent.core.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The folder that holds a log: the port between the log and a file system, or the simulator.
 *
 * <p>All methods block. Thread safety: several threads may use a file, but the log never calls one file twice at a
 * time.
 */
public interface Storage extends AutoCloseable {
    /** Names the place for people, such as the folder's path. */
    String place();

    /**
     * A text that differs between this place and a copy of it: the machine's identity, the folder's device and inode
     * (law 2: each start is a new epoch). Compared byte by byte.
     */
    String fingerprint();

    /** The names of all files, in any order. */
    List<String> list() throws IOException;

    /**
     * Makes a file of {@code size} bytes, all zero, forced, owner only; replaces an older one of this name. Durable
     * under its name only after {@link #forceNames}.
     */
    StoredFile create(String name, long size) throws IOException;

    /** Opens a file to read and write it. */
    StoredFile open(String name) throws IOException;

    /** Renames a file, replacing any other of the new name, in one step. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file. */
    void delete(String name) throws IOException;

    /** Makes creations, renames and deletions durable. */
    void forceNames() throws IOException;

    /** Closes all files, so that others may use the place. Idempotent. */
    @Override
    void close();

    /** One file of a storage. */
    interface StoredFile extends AutoCloseable {
        /** Its size in bytes. */
        long size() throws IOException;

        /** Reads {@code into.remaining()} bytes at {@code offset}; fails if there are fewer. */
        void read(long offset, ByteBuffer into) throws IOException;

        /** Writes {@code from.remaining()} bytes at {@code offset}, not yet durable. */
        void write(long offset, ByteBuffer from) throws IOException;

        /** Makes all written data durable, as fdatasync does. */
        void force() throws IOException;

        @Override
        void close();
    }
}
