package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Capability;
import dev.assent.harness.Fast;
import dev.assent.spi.XaTraits;
import org.junit.jupiter.api.Test;

@Fast
class XaBranchTest {
    private static final NodeEpoch LIFE = new NodeEpoch(new NodeId(1, 2), 3, 0);

    private final XaBranch branch = new XaBranch(
            new BranchXid(new LocalTransactionId(LIFE, 4), LIFE, BranchXid.PRESUMED_ABORT, 1),
            "orders",
            XaTraits.STANDARD,
            null);

    @Test
    void aBranchDoesNotClaimTheMarkerThatOnlyALastResourceHas() {
        assertThat(branch.can()).contains(Capability.PREPARE, Capability.FORGET).doesNotContain(Capability.MARKER);
    }

    /** So the branches of a transaction are asked at the same time. */
    @Test
    void aBranchWaitsForItsDatabase() {
        assertThat(branch.mayBlock()).isTrue();
    }
}
