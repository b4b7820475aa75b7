package dev.assent.transport.soap.participant;

import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Request;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which registrations of subordinates here their superiors have answered. A message of WS-Coordination has no number, so one
 * that is to be sent again, and would be taken for another, is not sent. The last ones are kept: one comes again soon.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class RegisterNumbers {
    private static final int KEPT_MAX = 10_000;

    private final Map<BranchRef, Integer> answered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<BranchRef, Integer> eldest) {
            return size() > KEPT_MAX;
        }
    };

    /** Whether nothing of this registration was answered before; so it is when it has no number. */
    synchronized boolean isLater(Request.Register asked) {
        return asked.number() == 0
                || asked.number() > answered.getOrDefault(asked.registration().branch(), 0);
    }

    /** The superior has answered. */
    synchronized void said(Request.Register asked) {
        if (asked.number() > 0) {
            answered.merge(asked.registration().branch(), asked.number(), Math::max);
        }
    }
}
