package dev.assent.core.xa;

import dev.assent.core.foreign.Failure;
import dev.assent.spi.RecoverableResource;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the registered resource of an XAResource that does not know its name. It connects to each registered resource
 * and asks both XAResources whether they belong to the same resource manager ({@code isSameRM}; JTA 2.0, section
 * 3.4.9). The answer is kept as long as the XAResource object lives, since a pool uses its connections again. That an
 * XAResource has no owner is forgotten when another resource is registered.
 *
 * <p>A search asks resources that are known to be away last, so that it seldom waits for one that has nothing to do with
 * the XAResource: it does if it is the first to meet the outage, or if no other resource owns the XAResource.
 *
 * <p>Thread safety: safe to share; a search may block as long as a resource does not answer.
 */
final class XaOwners {
    private final Map<Key, Found> known = new ConcurrentHashMap<>();
    private final ReferenceQueue<XAResource> gone = new ReferenceQueue<>();
    private final AtomicInteger registrations = new AtomicInteger();

    /** The names of resources that could not be reached when they were last asked, here or by recovery. */
    private final Set<String> away = ConcurrentHashMap.newKeySet();

    /** An XAResource object, compared by identity. */
    private static final class Key extends WeakReference<XAResource> {
        private final int hash;

        Key(XAResource resource, @Nullable ReferenceQueue<XAResource> gone) {
            super(resource, gone);
            hash = System.identityHashCode(resource);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            XAResource own = get();
            return own != null && other instanceof Key key && key.get() == own;
        }
    }

    /**
     * The owner, or why none was found.
     *
     * @param owner null if there is none
     * @param failures of resources that could not be asked, as the end of a message; empty if all were asked
     */
    record Found(@Nullable RecoverableResource owner, String failures) {}

    /** A resource is registered, which may own what had no owner before. */
    void registered(String name) {
        away.remove(name);
        registrations.incrementAndGet();
        known.values().removeIf(found -> found.owner() == null);
    }

    /** A resource was asked, here or by recovery, and was reached or not. */
    void asked(String name, boolean isReached) {
        if (isReached) {
            away.remove(name);
        } else {
            away.add(name);
        }
    }

    /** Searches these, in their order, but those that are known to be away last. */
    Found find(XAResource resource, Collection<RecoverableResource> registered) {
        for (Object each = gone.poll(); each != null; each = gone.poll()) {
            known.remove(each);
        }
        int registrationsBefore = registrations.get();
        Found before = known.get(new Key(resource, null));
        if (before != null && (before.owner() == null || registered.contains(before.owner()))) {
            return before;
        }
        List<String> failures = new ArrayList<>();
        for (RecoverableResource each : awayLast(registered)) {
            try {
                if (isOf(each, resource)) {
                    return keep(resource, new Found(each, ""));
                }
            } catch (Throwable notAsked) {
                asked(each.name(), false);
                failures.add("'" + each.name() + "' was not asked: " + Failure.text(notAsked));
            }
        }
        if (!failures.isEmpty()) {
            return new Found(null, ". Resource " + String.join("; ", failures));
        }
        Found none = keep(resource, new Found(null, ""));
        if (registrations.get() != registrationsBefore) {
            known.remove(new Key(resource, null)); // it was looked for among others
        }
        return none;
    }

    private List<RecoverableResource> awayLast(Collection<RecoverableResource> registered) {
        List<RecoverableResource> all = new ArrayList<>();
        List<RecoverableResource> last = new ArrayList<>();
        registered.forEach(each -> (away.contains(each.name()) ? last : all).add(each));
        all.addAll(last);
        return all;
    }

    private Found keep(XAResource resource, Found found) {
        known.put(new Key(resource, gone), found);
        return found;
    }

    /** If a session can't be closed, it is left open. */
    private boolean isOf(RecoverableResource registered, XAResource resource) throws Exception {
        RecoverableResource.Session session = registered.open();
        try {
            XAResource own = session.xaResource();
            asked(registered.name(), true);
            return isSame(own, resource) || isSame(resource, own);
        } finally {
            try {
                session.close();
            } catch (Throwable broken) {
                // the answer counts
            }
        }
    }

    /** A driver knows only its own objects. Each of the two may be a wrapper, which makes a driver throw. */
    static boolean isSame(XAResource asked, XAResource other) {
        try {
            return asked.isSameRM(other);
        } catch (Throwable unknown) {
            return false;
        }
    }
}
