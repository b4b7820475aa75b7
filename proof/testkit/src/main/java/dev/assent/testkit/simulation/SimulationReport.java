package dev.assent.testkit.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The report of a simulated world. Immutable.
 *
 * @param choices that made it, when they were recorded or replayed
 * @param hash the same for two runs that went the same way
 * @param violation the first law that was broken and how; null when none was
 * @param cause an exception that has to do with it; null when there is none
 * @param history what happened, with every port call, when it was recorded
 * @param deeds the lines of it that are the story
 * @param sights how often each thing was seen
 * @param met the faults, with their calls of a port
 * @param simulatedNanos how much time has passed in it
 * @param portCalls how many port calls each life of the first node made
 * @param allPortCalls how many port calls all nodes made before the calm
 * @param resourceCalls how many calls resources received before the calm
 * @param forces how often the first node's log was forced for records that somebody waited for, in lives that were
 *     closed in good order
 */
public record SimulationReport(
        Choices choices,
        long hash,
        @Nullable String violation,
        @Nullable Throwable cause,
        List<String> history,
        List<String> deeds,
        Map<Sight, Integer> sights,
        Set<Pair> met,
        long simulatedNanos,
        List<Long> portCalls,
        long allPortCalls,
        long resourceCalls,
        long forces) {
    /** Whether no law was broken. */
    public boolean isClean() {
        return violation == null;
    }

    /** The acts and answers of the world, a line each with the seconds since the beginning. */
    public String story() {
        return String.join("\n", deeds);
    }

    /** The same with every port call. */
    public String fullStory() {
        return String.join("\n", history);
    }
}
