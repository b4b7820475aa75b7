package dev.assent.core.metrics;

import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import java.util.EnumMap;
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

    ResourceSnapshot snapshot() {
        Map<Verb, Map<Answer, Long>> counts = new EnumMap<>(Verb.class);
        Map<Verb, LatencySnapshot> times = new EnumMap<>(Verb.class);
        for (Verb verb : VERBS) {
            Map<Answer, Long> ofVerb = new EnumMap<>(Answer.class);
            for (Answer answer : ANSWERS) {
                long count = answers[verb.ordinal() * ANSWERS.length + answer.ordinal()].sum();
                if (count > 0) {
                    ofVerb.put(answer, count);
                }
            }
            if (!ofVerb.isEmpty()) {
                counts.put(verb, ofVerb);
            }
            LatencyHistogram latency = latencies.get(verb.ordinal());
            if (latency != null) {
                times.put(verb, latency.snapshot());
            }
        }
        return new ResourceSnapshot(counts, times);
    }
}
