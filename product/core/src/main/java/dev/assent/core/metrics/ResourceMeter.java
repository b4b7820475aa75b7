package dev.assent.core.metrics;

import dev.assent.MetricsSnapshot;
import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts one resource's answers.
 *
 * <p>Thread safety: safe to share; none of its methods blocks.
 */
public final class ResourceMeter {
    private static final Verb[] VERBS = Verb.values();
    private static final Answer[] ANSWERS = Answer.values();

    private final LongAdder[] answers = new LongAdder[VERBS.length * ANSWERS.length];
    private final AtomicReferenceArray<LatencyHistogram> latencies = new AtomicReferenceArray<>(VERBS.length);

    ResourceMeter() {
        for (int i = 0; i < answers.length; i++) {
            answers[i] = new LongAdder();
        }
    }

    /** Counts an answer. */
    public void answered(Verb verb, Answer answer) {
        answers[verb.ordinal() * ANSWERS.length + answer.ordinal()].increment();
    }

    /** Counts the time until an answer. */
    public void took(Verb verb, long nanos) {
        LatencyHistogram known = latencies.get(verb.ordinal());
        if (known == null) {
            latencies.compareAndSet(verb.ordinal(), null, new LatencyHistogram());
            known = latencies.get(verb.ordinal());
        }
        known.record(nanos);
    }

    MetricsSnapshot.Resource snapshot() {
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        Map<String, MetricsSnapshot.Latency> times = new LinkedHashMap<>();
        for (Verb verb : VERBS) {
            Map<String, Long> ofVerb = new LinkedHashMap<>();
            for (Answer answer : ANSWERS) {
                long count = answers[verb.ordinal() * ANSWERS.length + answer.ordinal()].sum();
                if (count > 0) {
                    ofVerb.put(answer.name(), count);
                }
            }
            if (!ofVerb.isEmpty()) {
                counts.put(verb.name(), ofVerb);
            }
            LatencyHistogram latency = latencies.get(verb.ordinal());
            if (latency != null) {
                times.put(verb.name(), latency.snapshot());
            }
        }
        return new MetricsSnapshot.Resource(counts, times);
    }
}
