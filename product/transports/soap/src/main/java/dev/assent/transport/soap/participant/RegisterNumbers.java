package dev.assent.transport.soap.participant;

import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Request;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which registrations of subordinates here their superiors have answered. Messages of WS-Coordination have no
 * number, so a superior would take a repeated one for another registration; this class prevents the repetition. It
 * keeps the last numbers only, since a repetition comes soon.
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

    /** Whether the superior has not answered this registration before; always true without a number. */
    synchronized boolean isLater(Request.Register asked) {
        return asked.number() == 0
                || asked.number() > answered.getOrDefault(asked.registration().branch(), 0);
    }

    /** Notes that the superior has answered. */
    synchronized void said(Request.Register asked) {
        if (asked.number() > 0) {
            answered.merge(asked.registration().branch(), asked.number(), Math::max);
        }
    }
}
