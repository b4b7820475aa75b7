package dev.assent.core.recovery;

import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.InDoubtList;
import dev.assent.core.xa.XaCodes;
import dev.assent.spi.RecoverableResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The in-doubt lists of the resources that could be reached, and the connections to act on their branches. Closes them.
 *
 * <p>Thread safety: none; used by one recovery pass.
 */
final class InDoubtLists implements AutoCloseable {
    private final Map<String, Listed> listed = new LinkedHashMap<>();
    private final List<String> unreachable = new ArrayList<>();
    private final Map<String, String> problems = new HashMap<>();
    private final Incidents incidents;
    private final Questions questions;

    InDoubtLists(Incidents incidents, Questions questions) {
        this.incidents = incidents;
        this.questions = questions;
    }

    /**
     * One resource that was reached.
     *
     * @param session recovery's own connection
     * @param resource of the session
     * @param branches of Assent nodes, this one and others
     */
    record Listed(RecoverableResource.Session session, XAResource resource, Set<BranchXid> branches) {}

    /** Asks a resource; true if it was reached. */
    boolean ask(RecoverableResource resource) {
        if (!incidents.mayTry(resource.name())) {
            unreachable.add(resource.name());
            return false;
        }
        RecoverableResource.Session session = null;
        try {
            session = AskedSession.open(resource, questions);
            XAResource asked = session.xaResource();
            listed.put(resource.name(), new Listed(session, asked, InDoubtList.of(asked)));
            incidents.reached(resource.name());
            return true;
        } catch (Throwable failed) {
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
        problems.put(resource, XaCodes.describe(cause));
    }

    /** Asks a resource again and returns those of these branches that it still lists; none if it fails. */
    Set<BranchXid> stillListed(String resource, Set<BranchXid> branches) {
        Set<BranchXid> still = new LinkedHashSet<>(branches);
        Listed before = listed.get(resource);
        if (before == null || still.isEmpty()) {
            return Set.of();
        }
        try {
            still.retainAll(InDoubtList.of(before.resource()));
            return still;
        } catch (Throwable failed) {
            failed(resource, failed);
            return Set.of();
        }
    }

    /** Why a resource was not reached; null if it was, or was not asked. */
    @Nullable String problem(String resource) {
        return problems.get(resource);
    }

    /** When the branches of a resource that was reached were prepared, as far as the resource says. */
    Map<BranchXid, Instant> preparedAt(String resource) {
        Listed reached = listed.get(resource);
        if (reached == null) {
            return Map.of();
        }
        Map<BranchXid, Instant> known = new HashMap<>();
        try {
            reached.session().preparedAt().forEach((xid, at) -> {
                BranchXid ours = BranchXid.of(xid);
                if (ours != null) {
                    known.put(ours, at);
                }
            });
        } catch (Throwable unknown) {
            return Map.of();
        }
        return known;
    }

    /** The resource's list; null if it was not reached. */
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
        } catch (Throwable gone) {
            // the pass has done its work on the session, and the next pass opens another
        }
    }
}
