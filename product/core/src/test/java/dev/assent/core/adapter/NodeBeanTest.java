package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.MetricsSnapshot;
import dev.assent.harness.Fast;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each number of a snapshot is shown under its own name. */
@Fast
class NodeBeanTest {
    private static final MetricsSnapshot SNAPSHOT = new MetricsSnapshot(
            1,
            2,
            new MetricsSnapshot.Transactions(3, 4, 5, 6, 7, 8),
            new MetricsSnapshot.Now(9, 10, 11, 12),
            new MetricsSnapshot.Log(39, 13, 14, 15, 16),
            new MetricsSnapshot.Recoveries(17, 18),
            Map.of(),
            Map.of());

    private final NodeBean bean = new NodeBean(() -> SNAPSHOT);

    @Test
    void transactionsAreThoseOfTheSnapshot() {
        assertThat(bean.getPeriodNanos()).isEqualTo(2);
        assertThat(bean.getBegun()).isEqualTo(3);
        assertThat(bean.getCommitted()).isEqualTo(4);
        assertThat(bean.getRolledBack()).isEqualTo(5);
        assertThat(bean.getTimedOut()).isEqualTo(6);
        assertThat(bean.getHeuristic()).isEqualTo(7);
        assertThat(bean.getUnknown()).isEqualTo(8);
        assertThat(bean.getActive()).isEqualTo(9);
        assertThat(bean.getWaiting()).isEqualTo(10);
        assertThat(bean.getInDoubt()).isEqualTo(11);
        assertThat(bean.getHeuristicKept()).isEqualTo(12);
    }

    @Test
    void theLogAndRecoveryAreThoseOfTheSnapshot() {
        assertThat(bean.getLogRecords()).isEqualTo(39);
        assertThat(bean.getForcedWrites()).isEqualTo(13);
        assertThat(bean.getRecordsPerForce()).isEqualTo(3.0);
        assertThat(bean.getCheckpoints()).isEqualTo(14);
        assertThat(bean.getLogLiveBytes()).isEqualTo(15);
        assertThat(bean.getLogCapacityBytes()).isEqualTo(16);
        assertThat(bean.getRecoveryPasses()).isEqualTo(17);
        assertThat(bean.getIncidents()).isEqualTo(18);
    }
}
