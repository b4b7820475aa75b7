package dev.assent.core.observe;

import dev.assent.core.commit.Verb;
import org.jspecify.annotations.Nullable;

/**
 * Makes the flight recorder events of verbs during a recording.
 *
 * <p>Thread safety: safe to share.
 */
public final class VerbProbe {
    private VerbProbe() {}

    /** Starts the event of a verb; null if nobody records it. */
    public static @Nullable VerbEvent begin(Verb verb) {
        return switch (verb) {
            case PREPARE -> VerbEvent.Prepare.PROBE.isEnabled() ? begun(new VerbEvent.Prepare()) : null;
            case COMMIT -> VerbEvent.Commit.PROBE.isEnabled() ? begun(new VerbEvent.Commit()) : null;
            case COMMIT_ONE_PHASE, COMMIT_LAST ->
                VerbEvent.Commit.PROBE.isEnabled() ? onePhase(new VerbEvent.Commit()) : null;
            case ROLLBACK -> VerbEvent.Rollback.PROBE.isEnabled() ? begun(new VerbEvent.Rollback()) : null;
        };
    }

    private static VerbEvent onePhase(VerbEvent event) {
        event.onePhase = true;
        return begun(event);
    }

    private static VerbEvent begun(VerbEvent event) {
        event.begin();
        return event;
    }
}
