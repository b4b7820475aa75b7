package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.IiopPlace;
import org.jspecify.annotations.Nullable;

/**
 * Where requests of a process may go, whoever has made them: every one is looked at when it is about to be sent, also when an
 * object has forwarded it elsewhere. An ORB may have connected by then; nothing is sent.
 *
 * <p>Thread safety: safe to share.
 */
public interface Outlets {
    /** Why nothing is sent to a place; null when it may be. */
    @Nullable String whyNotGo(IiopPlace place);

    /**
     * Why a place is not called that others name, in a reference that a reply has brought (law 22); null when it may be. Not
     * asked of the place that was called itself.
     */
    @Nullable String whyNotCall(IiopPlace place);

    /**
     * Checks that a place may be called that others have named.
     *
     * @throws org.omg.CORBA.NO_PERMISSION when it may not
     */
    default void checkNamed(IiopPlace place) {
        check(whyNotGo(place));
        check(whyNotCall(place));
    }

    /** Refuses for a reason; does nothing when that is null. */
    static void check(@Nullable String refusal) {
        if (refusal != null) {
            throw Refusals.notSent(refusal);
        }
    }
}
