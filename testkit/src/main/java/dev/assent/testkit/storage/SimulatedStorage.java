package dev.assent.testkit.storage;

import dev.assent.core.log.Storage;
import dev.assent.testkit.SimulatedCrash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One process's use of a {@link SimulatedDisk}. Its calls are numbered from 1, counted by kind, and any
 * of them can be made to fail or to be the one in which the process dies.
 *
 * <p>A call that dies or fails may have had its effect, or not, or a part of it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SimulatedStorage implements Storage {
    private static final long NEVER = 0;

    private final SimulatedDisk disk;
    private final RandomGenerator random;
    private volatile Runnable beforeForce = () -> {};
    private long calls;
    private long reads;
    private long writes;
    private long forces;
    private long crashCall = NEVER;
    private long killCall = NEVER;
    private long failCall = NEVER;
    private boolean isDead;
    private boolean isClosed;

    SimulatedStorage(SimulatedDisk disk, RandomGenerator random) {
        this.disk = disk;
        this.random = random;
    }

    /** The power goes in the call of this number. */
    public synchronized void crashAtCall(long call) {
        crashCall = call;
    }

    /** The process is killed in the call of this number; all its writes stay, forced or not. */
    public synchronized void killAtCall(long call) {
        killCall = call;
    }

    /** The call of this number throws an IOException. */
    public synchronized void failAtCall(long call) {
        failCall = call;
    }

    /** Runs something before each force of a file, while the force is under way for its caller. */
    public void beforeForce(Runnable action) {
        beforeForce = action;
    }

    /** The power goes now. */
    public synchronized void crash() {
        isDead = true;
        disk.losePower(random);
        disk.unmount();
    }

    /** The process is killed now; all its writes stay, forced or not. */
    public synchronized void kill() {
        isDead = true;
        disk.unmount();
    }

    /** How many calls there were, of all kinds but {@link #place}, {@link #fingerprint} and close. */
    public synchronized long calls() {
        return calls;
    }

    /** How many reads of files there were. */
    public synchronized long reads() {
        return reads;
    }

    /** How many writes of files there were. */
    public synchronized long writes() {
        return writes;
    }

    /** How many forces of files there were, those of names not counted. */
    public synchronized long forces() {
        return forces;
    }

    @Override
    public String place() {
        return "simulated disk";
    }

    @Override
    public String fingerprint() {
        return disk.fingerprint();
    }

    @Override
    public synchronized List<String> list() throws IOException {
        call("list", () -> {}, () -> {});
        return disk.names();
    }

    @Override
    public synchronized StoredFile create(String name, long size) throws IOException {
        long part = size == 0 ? 0 : random.nextLong(size);
        call("create " + name, () -> disk.create(name, size), () -> disk.create(name, part));
        return new OpenFile(name, disk.file(name));
    }

    @Override
    public synchronized StoredFile open(String name) throws IOException {
        call("open " + name, () -> {}, () -> {});
        return new OpenFile(name, disk.file(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        call("rename " + from, () -> disk.rename(from, to), () -> {});
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        call("delete " + name, () -> disk.delete(name), () -> {});
    }

    @Override
    public synchronized void forceNames() throws IOException {
        call("forceNames", disk::forceNames, () -> {});
    }

    @Override
    public synchronized void close() {
        if (!isClosed && !isDead) {
            disk.unmount();
        }
        isClosed = true;
    }

    /** The effect of a call on the disk. */
    private interface Effect {
        void run() throws IOException;
    }

    /** Makes a call, unless it is the one that dies or fails; then it has its effect, or only a part. */
    private void call(String name, Effect effect, Effect part) throws IOException {
        if (isDead) {
            throw new SimulatedCrash("a call by a dead process: " + name);
        }
        if (isClosed) {
            throw new IOException("a call after close: " + name);
        }
        calls++;
        if (calls == failCall) {
            part.run();
            throw new IOException("simulated failure of call " + calls + ", " + name);
        }
        if (calls == crashCall || calls == killCall) {
            (random.nextBoolean() ? effect : part).run();
            if (calls == crashCall) {
                crash();
            } else {
                kill();
            }
            throw new SimulatedCrash("in call " + calls + ", " + name);
        }
        effect.run();
    }

    private final class OpenFile implements StoredFile {
        private final String name;
        private final SimulatedFile file;

        OpenFile(String name, SimulatedFile file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            synchronized (SimulatedStorage.this) {
                call("size of " + name, () -> {}, () -> {});
                return file.size();
            }
        }

        @Override
        public void read(long offset, ByteBuffer into) throws IOException {
            synchronized (SimulatedStorage.this) {
                reads++;
                call("read of " + name, () -> file.read(offset, into), () -> {});
            }
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            synchronized (SimulatedStorage.this) {
                writes++;
                int sectors = from.remaining() / SimulatedFile.SECTOR_BYTES;
                Effect part = () -> {
                    from.limit(from.position() + random.nextInt(sectors + 1) * SimulatedFile.SECTOR_BYTES);
                    file.write(offset, from);
                };
                call("write of " + name, () -> file.write(offset, from), part);
            }
        }

        @Override
        public void force() throws IOException {
            beforeForce.run();
            synchronized (SimulatedStorage.this) {
                forces++;
                Effect part = () -> {
                    if (calls == failCall) {
                        file.failForce(random);
                    }
                };
                call("force of " + name, file::force, part);
            }
        }

        @Override
        public void close() {}
    }
}
