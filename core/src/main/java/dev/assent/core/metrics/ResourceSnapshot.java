package dev.assent.core.metrics;

import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import java.util.EnumMap;
import java.util.Map;

/**
 * One resource's answers. Immutable.
 *
 * @param answers how often it gave each answer to each verb; {@link dev.assent.core.xa.XaCodes} has the meaning of
 *     XA codes
 * @param latencies the time until it answered, of the measured transactions
 */
public record ResourceSnapshot(Map<Verb, Map<Answer, Long>> answers, Map<Verb, LatencySnapshot> latencies) {
    /** For a resource that was never asked. */
    static final ResourceSnapshot NONE = new ResourceSnapshot(Map.of(), Map.of());

    /** How often a verb was answered. */
    public long count(Verb verb) {
        return answers.getOrDefault(verb, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** How often a verb got this answer. */
    public long count(Verb verb, Answer answer) {
        return answers.getOrDefault(verb, Map.of()).getOrDefault(answer, 0L);
    }

    ResourceSnapshot since(ResourceSnapshot earlier) {
        Map<Verb, Map<Answer, Long>> counts = new EnumMap<>(Verb.class);
        answers.forEach((verb, ofVerb) -> {
            Map<Answer, Long> difference = new EnumMap<>(Answer.class);
            ofVerb.forEach((answer, count) -> difference.put(answer, count - earlier.count(verb, answer)));
            counts.put(verb, difference);
        });
        Map<Verb, LatencySnapshot> times = new EnumMap<>(Verb.class);
        latencies.forEach((verb, latency) -> {
            LatencySnapshot before = earlier.latencies.get(verb);
            times.put(verb, before == null ? latency : latency.since(before));
        });
        return new ResourceSnapshot(counts, times);
    }
}
