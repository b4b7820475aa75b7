package dev.assent.core.transaction;

import dev.assent.MetricsSnapshot;
import dev.assent.core.commit.Step;
import dev.assent.core.metrics.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * Measures the phases of one transaction, if that is a measured one. Other transactions have no timer, so they pay only
 * for the check.
 *
 * <p>Guarded by its transaction, as {@link Seat} is.
 */
final class PhaseTimer {
    private final Metrics metrics;
    private long phaseNanos;

    private PhaseTimer(Metrics metrics) {
        this.metrics = metrics;
    }

    /** Null if the transaction with this number is not measured. */
    static @Nullable PhaseTimer of(@Nullable Metrics metrics, long sequence) {
        return metrics != null && metrics.isTimed(sequence) ? new PhaseTimer(metrics) : null;
    }

    /** The time. */
    long nanos() {
        return metrics.nanos();
    }

    /** A phase begins. */
    void begin() {
        phaseNanos = metrics.nanos();
    }

    /** The phase that began last ends. */
    void end(MetricsSnapshot.Phase phase) {
        metrics.took(phase, phaseNanos);
    }

    /** The phase of a step that asks participants ends. */
    void end(Step asking) {
        end(
                switch (asking) {
                    case PREPARING -> MetricsSnapshot.Phase.PREPARE;
                    case ASKING_LAST -> MetricsSnapshot.Phase.LAST_RESOURCE;
                    case COMMITTING, OBEYING -> MetricsSnapshot.Phase.COMMIT;
                    case ONE_PHASE -> MetricsSnapshot.Phase.ONE_PHASE;
                    case ROLLING_BACK -> MetricsSnapshot.Phase.ROLLBACK;
                    default -> throw new IllegalArgumentException("nobody is asked in the step " + asking);
                });
    }
}
