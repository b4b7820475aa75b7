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
 * The bytes that all connections hold of incomplete messages, and the progress of these messages. Two rules keep one
 * peer from taking the room of the others:
 *
 * <ol>
 *   <li>A message that has begun to come must make progress: {@link #PROGRESS_BYTES_MIN} more bytes within each period,
 *     or its end. So a slow link may take as long as it needs, and a connection that stops in the middle of a message
 *     is closed.
 *   <li>If the room is used up, the host that holds most loses a connection: the slowest of those that hold at least
 *     half of that host's average. It may be another connection than the one that needs room. So a host that holds less
 *     than its share, which is the room divided by the number of hosts that hold some, loses none.
 * </ol>
 *
 * <p>Speed is that of the last seconds, so that a connection that was fast and has stopped counts as slow: bytes count
 * less the longer ago they came, by half after 1.4 s.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Partials {
    /** How many bytes of a message must come in each period, unless it ends. */
    static final int PROGRESS_BYTES_MIN = 4_096;

    private static final double MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The speed of a connection that has stopped long ago. */
    private static final double BYTES_PER_NANO_MIN = 1e-30;

    private final long bytesMax;
    private final long stallMillisMax;
    private final LongSupplier time;

    /** Guards the fields below, and the bytes that each part holds. */
    private final Object lock = new Object();

    private final Set<Part> holding = new HashSet<>();
    private final Map<String, Long> hosts = new HashMap<>();
    private long heldBytes;

    /**
     * Nothing is held yet.
     *
     * @param bytesMax how many bytes all connections may hold
     * @param stallMillisMax the period in which a message must make progress
     * @param time the clock, in nanoseconds
     */
    Partials(long bytesMax, long stallMillisMax, LongSupplier time) {
        this.bytesMax = bytesMax;
        this.stallMillisMax = stallMillisMax;
        this.time = time;
    }

    /**
     * The share of one connection, which holds nothing yet.
     *
     * @param host the host at the other side
     * @param cut called with the reason if the connection must close; by any thread, while it holds no lock
     */
    Part part(String host, Consumer<WireException> cut) {
        return new Part(host, cut);
    }

    /** How many bytes all connections hold. */
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

    /** Chooses connections to close until there is room. */
    private List<Part> cut() {
        List<Part> cut = new ArrayList<>();
        while (heldBytes > bytesMax) {
            String most = hosts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            Part slowest = slowest(most);
            slowest.cutFor = new WireException("all connections hold more than the limit of " + bytesMax
                    + " bytes of incomplete messages; this one holds " + slowest.held
                    + " of them and is slow, and its host holds " + hosts.get(most) + "; it is closed to make room");
            hold(slowest, -slowest.held);
            cut.add(slowest);
        }
        return cut;
    }

    /**
     * The slowest of a host's connections that hold at least half of its average; the others would free too little
     * room.
     */
    private Part slowest(String host) {
        long now = time.getAsLong();
        List<Part> all = holding.stream().filter(each -> each.host.equals(host)).toList();
        double average = all.stream().mapToInt(each -> each.held).average().orElseThrow();
        return all.stream()
                .filter(each -> 2 * each.held >= average)
                .max(Comparator.comparingDouble(each -> each.slowness(now)))
                .orElseThrow();
    }

    /** One connection: the bytes that it holds, and the progress of its message. */
    final class Part {
        private final String host;
        private final Consumer<WireException> cut;

        /** Guarded by the lock of all. */
        private int held;

        /** Why the connection must close, guarded by the same lock; null while it may stay open. */
        private @Nullable WireException cutFor;

        // ---- guarded by this

        private boolean isComing;
        private long bytes;

        /** The byte at which the present period began. */
        private long periodBytes;

        private long periodNanos;

        /** Its speed at that time, in bytes per nanosecond. */
        private double speed;

        private long speedNanos;

        private Part(String host, Consumer<WireException> cut) {
            this.host = host;
            this.cut = cut;
        }

        /**
         * Takes room; other connections may have to close for it.
         *
         * @throws WireException when this one must close
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
                return cutFor == null ? new WireException("it is closed to make room for others") : cutFor;
            }
        }

        /** Releases room. */
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

        /** The message is complete, or nothing of the next one has come. */
        synchronized void end() {
            isComing = false;
        }

        /** More bytes of it have come. */
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

        /** Why the connection must close because its message has stopped; null if it has not, or if none is coming. */
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
            return new WireException("a message has stopped after " + bytes + " bytes: " + (bytes - periodBytes)
                    + " came in the last " + stallMillisMax + " ms; at least " + PROGRESS_BYTES_MIN + " are required");
        }

        private double speedAt(long now) {
            return speed * Math.exp((speedNanos - now) / MEMORY_NANOS);
        }

        /** How long all that has come of its message would take at the present speed. */
        private synchronized double slowness(long now) {
            return bytes / Math.max(BYTES_PER_NANO_MIN, speedAt(now));
        }
    }
}
