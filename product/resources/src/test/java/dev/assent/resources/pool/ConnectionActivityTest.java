package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Which calls count as use, and whether a call or a reclaim wins. */
@Fast
class ConnectionActivityTest {
    private final ConnectionActivity activity = new ConnectionActivity("orders");
    private final ConnectionLease lease = lease();

    /** For a holder's identity alone; no connection is behind it. */
    private static ConnectionLease lease() {
        return new ConnectionLease(new ConnectionLease.Taking("orders", null, null, null), null, null);
    }

    @Test
    void aRunningCallIsUseHoweverLongItTakes() throws Exception {
        activity.start(lease);
        activity.begin();
        assertThat(activity.untouchedNanos(lease)).isZero();
        assertThat(activity.reclaim(lease, 1, "1 ms")).isFalse();
        activity.end();
        assertThat(activity.reclaim(lease, Long.MAX_VALUE, "1 ms")).isFalse();
        assertThat(activity.reclaim(lease, 0, "1 ms")).isTrue();
    }

    @Test
    void aCallAfterAReclaimIsRefusedAndTheConnectionIsForNobodyElse() {
        activity.start(lease);
        assertThat(activity.reclaim(lease, 0, "7 ms")).isTrue();
        assertThatThrownBy(activity::begin)
                .hasMessageStartingWith(
                        "ASSENT-5114 this connection of pool 'orders' was taken back: it was not used for" + " 7 ms");
        assertThat(activity.stop()).isFalse();
    }

    @Test
    void onlyItsHolderIsReclaimed() {
        activity.start(lease);
        assertThat(activity.stop()).isTrue();
        assertThat(activity.untouchedNanos(lease)).isZero();
        assertThat(activity.reclaim(lease, 1, "1 ms")).isFalse();
        activity.start(lease());
        assertThat(activity.reclaim(lease, 1, "1 ms")).isFalse();
        assertThat(activity.stop()).isTrue();
    }
}
