package dev.assent.core.xa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** The in-doubt list of a resource (X/Open XA, xa_recover). Pure functions. */
public final class InDoubtList {
    /** The most calls for further parts of a list. */
    private static final int SCANS_MAX = 10_000;

    private InDoubtList() {}

    /**
     * The branches of Assent nodes, whether the resource returns its list at once or in parts.
     *
     * @throws XAException thrown by {@code recover}
     */
    public static Set<BranchXid> of(XAResource resource) throws XAException {
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

    /** Whether the part had new Xids, even if all are foreign: a part full of foreign ones does not end the list. */
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

    /** The parts that distinguish Xids. For a damaged Xid a driver may return fewer; that must not hide the others. */
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
}
