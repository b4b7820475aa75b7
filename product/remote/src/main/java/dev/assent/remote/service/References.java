package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.time.Clock;
import dev.assent.remote.message.Reference;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.CallerCounts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects that this node keeps for callers that have references to them.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class References {
    /** The first character of their names, with which no exported name begins. */
    static final String MARK = "~";

    private final Clock clock;
    private final LongSupplier chance;
    private final ServiceLimits limits;

    /** In the order in which their leases end, since all leases are equally long. */
    private final Map<String, Kept> all = new LinkedHashMap<>();

    private final CallerCounts ofCallers = new CallerCounts();

    /** An object with its owner and lease. */
    private static final class Kept {
        final Caller owner;
        final Exported exported;
        long untilNanos;
        int callsUnderWay;

        Kept(Caller owner, Exported exported) {
            this.owner = owner;
            this.exported = exported;
        }
    }

    References(Clock clock, LongSupplier chance, ServiceLimits limits) {
        this.clock = clock;
        this.chance = chance;
        this.limits = limits;
    }

    /**
     * The caller that may use a reference: its node if that is proved, else its name. The name for the limits gives no
     * right.
     */
    private static Object user(Caller from) {
        return from.node() != null ? from.node() : from.name();
    }

    /**
     * Keeps an object for a caller.
     *
     * @throws IllegalStateException if this caller, its host, or all callers together have reached a limit
     */
    synchronized Reference keep(Caller from, Exported exported) {
        int ofCaller = ofCallers.of(from);
        if (ofCaller >= limits.referencesMaxOfCaller()) {
            throw new IllegalStateException(
                    MESSAGES.referencesTooMany(from.countedAs(), ofCaller, "references-max-of-caller"));
        }
        if (ofCallers.ofHost(from) >= limits.referencesMaxOfHost()) {
            throw new IllegalStateException(
                    MESSAGES.referencesTooMany(from.host(), limits.referencesMaxOfHost(), "references-max-of-host"));
        }
        if (all.size() >= limits.referencesMax()) {
            throw new IllegalStateException(MESSAGES.referencesTooMany(from.name(), all.size(), "references-max"));
        }
        String name = MARK + hex(chance.getAsLong()) + hex(chance.getAsLong());
        Kept kept = new Kept(from, exported);
        renew(name, kept);
        ofCallers.add(from);
        return new Reference(name, exported.type().type().getName());
    }

    private static String hex(long bits) {
        return String.format("%016x", bits);
    }

    private void renew(String name, Kept kept) {
        kept.untilNanos = clock.nanos() + limits.leaseMillis() * 1_000_000;
        all.remove(name);
        all.put(name, kept); // at the end
    }

    private @Nullable Kept find(Caller from, String name) {
        Kept kept = all.get(name);
        return kept != null && user(kept.owner).equals(user(from)) ? kept : null;
    }

    /** The object of a reference, whatever caller has it; null if there is none. */
    synchronized @Nullable Exported find(String name) {
        Kept kept = all.get(name);
        return kept == null ? null : kept.exported;
    }

    /** The object for a call that begins; {@link #used} must follow. Null if the caller has no such reference. */
    synchronized @Nullable Exported use(Caller from, String name) {
        Kept kept = find(from, name);
        if (kept == null) {
            return null;
        }
        kept.callsUnderWay++;
        return kept.exported;
    }

    /** Ends a call. */
    synchronized void used(String name) {
        Kept kept = all.get(name);
        if (kept != null) {
            kept.callsUnderWay--;
            renew(name, kept);
        }
    }

    /** Starts the lease again; false if the caller has no such reference. */
    synchronized boolean renew(Caller from, String name) {
        Kept kept = find(from, name);
        if (kept != null) {
            renew(name, kept);
        }
        return kept != null;
    }

    /** Removes an object, for the caller to close; null if the caller has no such reference. */
    synchronized @Nullable Exported release(Caller from, String name) {
        Kept kept = find(from, name);
        if (kept == null) {
            return null;
        }
        all.remove(name);
        ofCallers.remove(kept.owner);
        return kept.exported;
    }

    /** Removes the objects whose leases are over. */
    synchronized List<Exported> expire() {
        long nowNanos = clock.nanos();
        List<Exported> expired = new ArrayList<>();
        for (Iterator<Kept> each = all.values().iterator(); each.hasNext(); ) {
            Kept kept = each.next();
            if (nowNanos - kept.untilNanos < 0) {
                break;
            }
            if (kept.callsUnderWay == 0) {
                each.remove();
                ofCallers.remove(kept.owner);
                expired.add(kept.exported);
            }
        }
        return expired;
    }

    /** Removes all objects. */
    synchronized List<Exported> clear() {
        List<Exported> gone = new ArrayList<>();
        all.values().forEach(kept -> gone.add(kept.exported));
        all.clear();
        ofCallers.clear();
        return gone;
    }

    /** How many there are. */
    synchronized int size() {
        return all.size();
    }
}
