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
    @Test
    void aBranchDoesNotClaimTheMarkerThatOnlyALastResourceHas() {
        NodeEpoch life = new NodeEpoch(new NodeId(1, 2), 3, 0);
        BranchXid xid = new BranchXid(new LocalTransactionId(life, 4), life, BranchXid.PRESUMED_ABORT, 1);
        assertThat(new XaBranch(xid, "orders", XaTraits.STANDARD, null).can())
                .contains(Capability.PREPARE, Capability.FORGET)
                .doesNotContain(Capability.MARKER);
    }
}
