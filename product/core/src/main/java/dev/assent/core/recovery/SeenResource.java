package dev.assent.core.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource, and what it says about its branches in doubt. Immutable.
 *
 * @param name of the resource
 * @param problem why it was not reached, so that nothing is known of its branches; null if it was
 * @param branches of Assent nodes that it lists
 */
public record SeenResource(String name, @Nullable String problem, List<SeenBranch> branches) {
    /** Whether it has answered. */
    public boolean isReached() {
        return problem == null;
    }
}
