package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all connections hold of messages that have not come whole, and how these go on. Two rules keep one peer from
 * taking the room of the others:
 *
 * <ol>
 *   <li>A message that has begun to come must go on: {@link #PROGRESS_BYTES_MIN} more bytes within each period, or its
 *       end. So a slow link may take as long as it needs, and a connection that stops in the middle of a message is
 *       closed.
 *   <li>When there is no room, the host that holds most loses a connection: the slowest of those that hold at least half
 *       of that host's average. The connection that has asked for room may be another one. So a host that holds less than
 *       its share, which is the room divided by the number of hosts that hold some, loses none.
 * </ol>
 *
 * <p>Speed is that of the last seconds, since a connection that was fast and has stopped is slow: what has come counts
 * less the longer ago it is, by half after 1.4 s.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Partials {
    /** How much of a message must come in each period, when that is not its end. */
    static final int PROGRESS_BYTES_MIN = 4_096;

    private static final double MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The speed of one that has stopped long ago. */
    private static final double BYTES_PER_NANO_MIN = 1e-30;

    private final long bytesMax;
    private final long stallMillisMax;
    private final LongSupplier time;

    /** Guards what follows, and what each part holds. */
    private final Object lock = new Object();

    private final Set<Part> holding = new HashSet<>();
    private final Map<String, Long> hosts = new HashMap<>();
    private long heldBytes;

    /**
     * Nothing is held.
     *
     * @param bytesMax how much all may hold
     * @param stallMillisMax the period in which a message must go on
     * @param time says how long things take, in nanoseconds
     */
    Partials(long bytesMax, long stallMillisMax, LongSupplier time) {
        this.bytesMax = bytesMax;
        this.stallMillisMax = stallMillisMax;
        this.time = time;
    }

    /**
     * What one connection holds; nothing yet.
     *
     * @param host at the other side
     * @param cut is told why, when the connection must go; by any thread, and not while a lock is held
     */
    Part part(String host, Consumer<WireException> cut) {
        return new Part(host, cut);
    }

    /** How much all hold. */
    long heldBytes() {
        synchronized (lock) {
            return heldBytes;
        }
    }

    private void hold(Part part, int bytes) {
        part.held += bytes;
        heldBytes += bytes;
        long ofHost = hosts.getOrDefault(part.host, 0L) + bytes;
        if (ofHost > 0) {
            hosts.put(part.host, ofHost);
        } else {
            hosts.remove(part.host);
        }
        if (part.held > 0) {
            holding.add(part);
        } else {
            holding.remove(part);
        }
    }

    /** Until there is room. */
    private List<Part> cut() {
        List<Part> cut = new ArrayList<>();
        while (heldBytes > bytesMax) {
            String most = hosts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            Part slowest = slowest(most);
            slowest.cutFor = new WireException("all connections hold more than the " + bytesMax
                    + " bytes of messages that have not come whole which are allowed; this one holds " + slowest.held
                    + " of them and is slow, and its host " + hosts.get(most) + ", so it makes room for others");
            hold(slowest, -slowest.held);
            cut.add(slowest);
        }
        return cut;
    }

    /** Of the connections of a host that hold half of the average at least: the others have no room to give. */
    private Part slowest(String host) {
        long now = time.getAsLong();
        List<Part> all = holding.stream().filter(each -> each.host.equals(host)).toList();
        double average = all.stream().mapToInt(each -> each.held).average().orElseThrow();
        return all.stream()
                .filter(each -> 2 * each.held >= average)
                .max(Comparator.comparingDouble(each -> each.slowness(now)))
                .orElseThrow();
    }

    /** One connection: what it holds, and how its message goes on. */
    final class Part {
        private final String host;
        private final Consumer<WireException> cut;

        /** By the lock of all. */
        private int held;

        /** Why it goes, by the same lock; null while it may stay. */
        private @Nullable WireException cutFor;

        // ---- guarded by this

        private boolean isComing;
        private long bytes;

        /** Where the period began in which it must go on. */
        private long periodBytes;

        private long periodNanos;

        /** How fast it came then, in bytes per nanosecond. */
        private double speed;

        private long speedNanos;

        private Part(String host, Consumer<WireException> cut) {
            this.host = host;
            this.cut = cut;
        }

        /**
         * Takes room; others may lose their connection for it.
         *
         * @throws WireException when this one must go
         */
        void reserve(int more) throws WireException {
            List<Part> gone;
            WireException own;
            synchronized (lock) {
                if (cutFor == null) {
                    hold(this, more);
                }
                gone = cut();
                own = cutFor;
            }
            for (Part each : gone) {
                if (each != this) {
                    each.cut.accept(each.why());
                }
            }
            if (own != null) {
                throw own;
            }
        }

        private WireException why() {
            synchronized (lock) {
                return cutFor == null ? new WireException("it makes room for others") : cutFor;
            }
        }

        /** Gives room back. */
        void release(int less) {
            synchronized (lock) {
                if (cutFor == null) {
                    hold(this, -less);
                }
            }
        }

        /** A message has begun to come. */
        synchronized void begin(long count) {
            isComing = true;
            bytes = count;
            forgive();
            speed = count / MEMORY_NANOS;
            speedNanos = periodNanos;
        }

        /** It is whole, or nothing has come of the next one. */
        synchronized void end() {
            isComing = false;
        }

        /** More of it has come. */
        synchronized void came(long count) {
            long now = time.getAsLong();
            bytes += count;
            speed = speedAt(now) + count / MEMORY_NANOS;
            speedNanos = now;
        }

        /** This process has not read: the period begins again. */
        synchronized void forgive() {
            periodBytes = bytes;
            periodNanos = time.getAsLong();
        }

        /** Why the connection is to be closed whose message does not go on; null when it goes on, or none is coming. */
        synchronized @Nullable WireException stalled() {
            long now = time.getAsLong();
            if (!isComing || now - periodNanos < TimeUnit.MILLISECONDS.toNanos(stallMillisMax)) {
                return null;
            }
            if (bytes - periodBytes >= PROGRESS_BYTES_MIN) {
                periodBytes = bytes;
                periodNanos = now;
                return null;
            }
            return new WireException(
                    "a message has stopped after " + bytes + " bytes of it had come: " + (bytes - periodBytes)
                            + " came in the last " + stallMillisMax + " ms, and " + PROGRESS_BYTES_MIN + " must");
        }

        private double speedAt(long now) {
            return speed * Math.exp((speedNanos - now) / MEMORY_NANOS);
        }

        /** How long what has come of its message would take at the speed of now. */
        private synchronized double slowness(long now) {
            return bytes / Math.max(BYTES_PER_NANO_MIN, speedAt(now));
        }
    }
}
