package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.IiopPlace;
import org.jspecify.annotations.Nullable;

/**
 * Where a process may send requests, its own and those of CORBA programs. Every request is checked just before it is
 * sent, also when an object has forwarded it elsewhere. The ORB may have connected by then, but sends nothing.
 *
 * <p>Thread safety: safe to share.
 */
public interface Outlets {
    /** Why nothing may be sent to a place; null if it may. */
    @Nullable String whyNotGo(IiopPlace place);

    /**
     * Why a place may not be called that another process named in a reference (law 22); null if it may. Not asked about
     * the place that was called itself.
     */
    @Nullable String whyNotCall(IiopPlace place);

    /**
     * Checks that this process may call a place that another process has named.
     *
     * @throws org.omg.CORBA.NO_PERMISSION when it may not
     */
    default void checkNamed(IiopPlace place) {
        check(whyNotGo(place));
        check(whyNotCall(place));
    }

    /** Throws if there is a reason to refuse; does nothing for null. */
    static void check(@Nullable String refusal) {
        if (refusal != null) {
            throw Refusals.notSent(refusal);
        }
    }
}
