package dev.assent.core.recovery;

import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.RecoverableResource;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * What every resource that could be reached holds in doubt, and the connections to act on it. Closes
 * them.
 *
 * <p>Thread safety: none; used by one recovery pass.
 */
final class InDoubtLists implements AutoCloseable {
    /** How many times a resource is asked for more of its list. */
    private static final int SCANS_MAX = 10_000;

    private final Map<String, Listed> listed = new LinkedHashMap<>();
    private final List<String> unreachable = new ArrayList<>();
    private final Map<String, String> problems = new HashMap<>();
    private final Incidents incidents;

    InDoubtLists(Incidents incidents) {
        this.incidents = incidents;
    }

    /**
     * One resource that was reached.
     *
     * @param session recovery's own connection
     * @param branches of Assent nodes, this one and others
     */
    record Listed(RecoverableResource.Session session, Set<BranchXid> branches) {}

    /** Asks a resource; true when it was reached. */
    boolean ask(RecoverableResource resource) {
        if (!incidents.mayTry(resource.name())) {
            unreachable.add(resource.name());
            return false;
        }
        RecoverableResource.Session session = null;
        try {
            session = resource.open();
            listed.put(resource.name(), new Listed(session, scan(session.xaResource())));
            incidents.reached(resource.name());
            return true;
        } catch (Exception | LinkageError failed) {
            if (session != null) {
                close(session);
            }
            failed(resource.name(), failed);
            return false;
        }
    }

    private void failed(String resource, Throwable cause) {
        incidents.failed(resource, cause);
        unreachable.add(resource);
        problems.put(resource, cause.toString());
    }

    /** Which of these branches a resource that was reached lists when it is asked once more; none when it fails. */
    Set<BranchXid> stillListed(String resource, Set<BranchXid> branches) {
        Set<BranchXid> still = new LinkedHashSet<>(branches);
        Listed before = listed.get(resource);
        if (before == null || still.isEmpty()) {
            return Set.of();
        }
        try {
            still.retainAll(scan(before.session().xaResource()));
            return still;
        } catch (Exception | LinkageError failed) {
            failed(resource, failed);
            return Set.of();
        }
    }

    /** Why a resource was not reached; null when it was, or was not asked. */
    @Nullable String problem(String resource) {
        return problems.get(resource);
    }

    /** When the branches of a resource that was reached were prepared, as far as it can tell. */
    Map<BranchXid, Instant> preparedAt(String resource) {
        Listed reached = listed.get(resource);
        try {
            return reached == null ? Map.of() : reached.session().preparedAt();
        } catch (Exception | LinkageError unknown) {
            return Map.of();
        }
    }

    /** The list, whether the resource gives it at once or in parts (X/Open XA, xa_recover). */
    private static Set<BranchXid> scan(XAResource resource) throws XAException {
        Set<List<Object>> seen = new HashSet<>();
        Set<BranchXid> found = new LinkedHashSet<>();
        boolean more = add(resource.recover(XAResource.TMSTARTRSCAN), seen, found);
        for (int scans = 0; more; scans++) {
            if (scans == SCANS_MAX) {
                throw new XAException("the in-doubt list did not end after " + SCANS_MAX + " parts");
            }
            more = add(resource.recover(XAResource.TMNOFLAGS), seen, found);
        }
        add(resource.recover(XAResource.TMENDRSCAN), seen, found);
        return found;
    }

    /** Whether there was anything new, be it of strangers: a part full of theirs does not end the list. */
    private static boolean add(@Nullable Xid @Nullable [] part, Set<List<Object>> seen, Set<BranchXid> found) {
        boolean isNew = false;
        if (part != null) {
            for (Xid xid : part) {
                isNew |= seen.add(partsOf(xid));
                BranchXid ours = xid == null ? null : BranchXid.of(xid);
                if (ours != null) {
                    found.add(ours);
                }
            }
        }
        return isNew;
    }

    /** What makes an Xid another one. Of a damaged one a driver may give less, which must not hide the others. */
    private static List<Object> partsOf(@Nullable Xid xid) {
        List<Object> parts = new ArrayList<>();
        if (xid != null) {
            parts.add(xid.getFormatId());
            for (byte[] part : new byte[][] {xid.getGlobalTransactionId(), xid.getBranchQualifier()}) {
                parts.add(part == null ? "none" : ByteBuffer.wrap(part));
            }
        }
        return parts;
    }

    /** The resource's list, or null when it was not reached. */
    @Nullable Listed of(String resource) {
        return listed.get(resource);
    }

    Map<String, Listed> all() {
        return listed;
    }

    List<String> unreachable() {
        return unreachable;
    }

    @Override
    public void close() {
        listed.values().forEach(each -> close(each.session()));
    }

    private static void close(RecoverableResource.Session session) {
        try {
            session.close();
        } catch (RuntimeException gone) {
            // what was done on it is done, and the next pass opens another
        }
    }
}
