package dev.assent.core.recovery;

import dev.assent.core.participant.Participant;
import dev.assent.core.xa.XaBranch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which resources a pass may ask to end branches that they list, and which of those did not do it: one line for
 * each when that begins and one when it ends, and growing pauses (law 10).
 *
 * <p>Thread safety: none; used by one recovery pass.
 */
final class Refusals {
    private final Incidents incidents;
    private final Map<String, Boolean> isAsked = new LinkedHashMap<>();
    private final Map<String, XaBranch> refused = new LinkedHashMap<>();

    Refusals(Incidents incidents) {
        this.incidents = incidents;
    }

    /** Whether a resource is asked in this pass; the same for all its branches. */
    boolean isAsked(String resource) {
        return isAsked.computeIfAbsent(resource, incidents::mayAsk);
    }

    /** Looks at a participant that is still not known to have ended, before recovery takes its connection back. */
    void look(Participant unfinished) {
        if (unfinished instanceof XaBranch branch && branch.isListed()) {
            refused.putIfAbsent(branch.name(), branch);
        }
    }

    /** Tells what has begun or ended. */
    void tell() {
        isAsked.forEach((name, wasAsked) -> {
            XaBranch branch = refused.get(name);
            if (wasAsked && branch != null) {
                incidents.refused(name, branch);
            } else if (wasAsked) {
                incidents.obeyed(name);
            }
        });
    }
}
