package dev.assent.core.recovery;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.local.LocalResource.MarkerView;
import dev.assent.core.message.OneLine;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource without XA, and what it says about the waiting transactions that have it as their last resource.
 * Immutable.
 *
 * @param name of the resource
 * @param problem why it was not reached, so that nothing is known; null if it was
 * @param hasMarkers whether its commits leave markers; without them it can tell nothing
 * @param marks its markers' answers for the transactions in question
 */
public record SeenLastResource(
        String name, @Nullable String problem, boolean hasMarkers, Map<TransactionId, Mark> marks) {
    /** Whether it has answered. */
    public boolean isReached() {
        return problem == null;
    }

    /** Looks at the markers of these transactions, and changes nothing. */
    static SeenLastResource look(LocalResource resource, Collection<TransactionId> asked) {
        boolean hasMarkers = resource.hasMarkers();
        Map<TransactionId, Mark> marks = new LinkedHashMap<>();
        try (MarkerView view = resource.openToLook()) {
            if (hasMarkers) {
                for (TransactionId id : asked) {
                    marks.put(id, view.look(id));
                }
            }
            return new SeenLastResource(resource.name(), null, hasMarkers, Map.copyOf(marks));
        } catch (Throwable failed) {
            return new SeenLastResource(resource.name(), OneLine.of(failed), hasMarkers, Map.of());
        }
    }
}
