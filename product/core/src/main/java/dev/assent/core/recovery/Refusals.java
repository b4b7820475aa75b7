package dev.assent.core.recovery;

import dev.assent.core.participant.Participant;
import dev.assent.core.xa.XaBranch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which resources a pass may ask to end branches that they list, and which of them refused. Operators get one line for
 * each when that begins and one when it ends, and the pauses grow (law 10: the unknown is left alone).
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

    /** Whether the pass asks a resource; the same for all its branches. */
    boolean isAsked(String resource) {
        return isAsked.computeIfAbsent(resource, incidents::mayAsk);
    }

    /** Looks at a participant that is still unfinished, before recovery takes its connection back. */
    void look(Participant unfinished) {
        if (unfinished instanceof XaBranch branch && branch.isListed()) {
            refused.putIfAbsent(branch.name(), branch);
        }
    }

    /** Reports the refusals that began or ended. */
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
