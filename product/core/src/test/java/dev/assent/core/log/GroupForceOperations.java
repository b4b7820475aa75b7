package dev.assent.core.log;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Threads force records, and lend no thread to lead for others (laws 6 and 8). */
public class GroupForceOperations {
    private final Object lock = new Object();
    private final Disk disk = new Disk();
    private final GroupForce group = new GroupForce(lock, disk);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private volatile boolean isWrong;

    /** The positions that are on the disk. */
    private final class Disk implements GroupForce.Rounds {
        private final AtomicInteger writing = new AtomicInteger();
        private long appended;
        private long taken;
        private volatile long forced;

        @Override
        public long take() {
            taken = appended;
            return taken;
        }

        @Override
        public void write() {
            isWrong |= writing.incrementAndGet() != 1;
            forced = taken;
            writing.decrementAndGet();
        }

        @Override
        public long last() {
            return appended;
        }

        @Override
        public boolean isPending() {
            return appended > taken;
        }
    }

    /** Appends a record and forces it; whether every answer is true. */
    @Operation
    public boolean commit() {
        long position;
        synchronized (lock) {
            position = ++disk.appended;
        }
        asked.incrementAndGet();
        Durability now = group.force(position, late -> take(position, late));
        if (now != Durability.PENDING) {
            take(position, now);
        }
        return !isWrong;
    }

    /** Forces records for which no thread waits, and those that other threads append meanwhile. */
    @Operation
    public boolean flush() {
        group.flush();
        return !isWrong;
    }

    private void take(long position, Durability given) {
        told.incrementAndGet();
        isWrong |= given != Durability.DURABLE || position > disk.forced;
    }

    /** Each thread gets one answer, and no thread waits forever. */
    @Validate
    public void allAreTold() {
        if (isWrong || told.get() != asked.get()) {
            throw new IllegalStateException(told.get() + " of " + asked.get() + " were told");
        }
    }
}
