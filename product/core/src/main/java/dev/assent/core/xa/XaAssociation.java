package dev.assent.core.xa;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The association of one XAResource object with a branch (X/Open XA, section 3.1, table 6-2 of the
 * state tables).
 *
 * <pre>
 *             end(TMSUSPEND)
 *    ACTIVE ----------------&gt; SUSPENDED
 *     |  ^ ^------------------'  |   start(TMRESUME)
 *     |  '--- start(TMJOIN) ---. |
 *     '-----------------------&gt; ENDED   end(TMSUCCESS or TMFAIL)
 * </pre>
 *
 * <p>Thread safety: one thread at a time, guarded by its transaction's gate.
 */
final class XaAssociation {
    private enum State {
        ACTIVE,
        SUSPENDED,
        ENDED
    }

    private final XAResource resource;
    private final boolean endsLate;
    private final @Nullable XaAssociation next;
    private State state = State.ACTIVE;

    /** Whether the resource has seen a start without an end. */
    private boolean started = true;

    XaAssociation(XAResource resource, boolean endsLate, @Nullable XaAssociation next) {
        this.resource = resource;
        this.endsLate = endsLate;
        this.next = next;
    }

    XAResource resource() {
        return resource;
    }

    /** The association made before it with the same branch; null for the first. */
    @Nullable XaAssociation next() {
        return next;
    }

    /** The association of this XAResource object: this one or one made before it; null if it has none. */
    @SuppressWarnings("ReferenceEquality") // an association is of one object
    @Nullable XaAssociation of(XAResource candidate) {
        for (XaAssociation a = this; a != null; a = a.next) {
            if (a.resource == candidate) {
                return a;
            }
        }
        return null;
    }

    /** Whether {@link #resume} would do something. */
    public boolean isActive() {
        return state == State.ACTIVE;
    }

    /** Goes back to work: resumes a suspended association, joins again after an end. */
    public void resume(Xid xid) throws XAException {
        if (!started) {
            start(resource, xid, XAResource.TMJOIN);
            started = true;
        } else if (state == State.SUSPENDED && !endsLate) {
            resumeSuspended(xid);
        }
        state = State.ACTIVE;
    }

    private void resumeSuspended(Xid xid) throws XAException {
        try {
            start(resource, xid, XAResource.TMRESUME);
        } catch (XAException failed) {
            started = !XaCodes.isRolledBack(failed.errorCode);
            throw failed;
        }
    }

    /**
     * Interrupts or ends the work. A resource that ends late sees only a failure.
     *
     * @param flag TMSUSPEND, TMSUCCESS or TMFAIL
     * @return false if the state does not allow it
     */
    public boolean end(Xid xid, int flag) throws XAException {
        boolean suspend = flag == XAResource.TMSUSPEND;
        if (state == State.ENDED || (suspend && state == State.SUSPENDED)) {
            return false;
        }
        state = suspend ? State.SUSPENDED : State.ENDED;
        if (!endsLate || flag == XAResource.TMFAIL) {
            started = suspend;
            tell(xid, flag);
        }
        return true;
    }

    /** Starts. Any exception except an XAException counts as XAER_RMFAIL. */
    static void start(XAResource with, Xid xid, int flags) throws XAException {
        try {
            with.start(xid, flags);
        } catch (XAException failed) {
            throw failed;
        } catch (Throwable broken) {
            throw resourceGone(broken);
        }
    }

    private static XAException resourceGone(Throwable cause) {
        XAException told = new XAException(XAException.XAER_RMFAIL);
        told.initCause(cause);
        return told;
    }

    /** XA_RB* says that the branch is dissociated all the same: it must not be ended again. */
    private void tell(Xid xid, int flag) throws XAException {
        try {
            resource.end(xid, flag);
        } catch (XAException failed) {
            started &= !XaCodes.isRolledBack(failed.errorCode);
            throw failed;
        } catch (Throwable broken) {
            throw resourceGone(broken);
        }
    }

    /** Ends for good, before the branch is prepared or rolled back. */
    void finish(Xid xid, int flag) throws XAException {
        state = State.ENDED;
        if (started) {
            started = false;
            resource.end(xid, flag);
        }
    }
}
