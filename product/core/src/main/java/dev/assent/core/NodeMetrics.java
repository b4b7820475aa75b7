package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.MetricsSnapshot;
import dev.assent.Setting;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.commit.Step;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import org.jspecify.annotations.Nullable;

/** The metrics of a node. */
final class NodeMetrics {
    private static final int SAMPLE = 16;

    private NodeMetrics() {}

    /** As the setting says; null if nothing is counted. */
    static @Nullable Metrics of(AssentConfig config) {
        return switch (config.get(Setting.METRICS)) {
            case "off" -> null;
            case "counts" -> new Metrics(SystemClock.INSTANCE, 0);
            case "all" -> new Metrics(SystemClock.INSTANCE, 1);
            default -> new Metrics(SystemClock.INSTANCE, SAMPLE);
        };
    }

    /** As {@link Assent#metrics}. */
    static MetricsSnapshot snapshot(NodeAssembly parts, MetricsSnapshot.Log log) {
        Coordinator coordinator = parts.coordinator();
        Metrics metrics = coordinator.metrics();
        if (metrics == null) {
            throw new IllegalStateException(MESSAGES.metricsOff());
        }
        int waiting = 0;
        int inDoubt = 0;
        int heuristic = 0;
        for (GlobalTransaction each : coordinator.parked()) {
            if (each.step() == Step.HEURISTIC) {
                heuristic++;
            } else if (parts.recovery().awaits(each)) {
                waiting++;
            } else if (each.step() == Step.IN_DOUBT) {
                inDoubt++;
            }
        }
        int active = coordinator.active().size();
        return metrics.snapshot(new MetricsSnapshot.Now(active, waiting, inDoubt, heuristic), log);
    }
}
