package dev.assent.core.log;

import dev.assent.NodeId;
import dev.assent.harness.Fast;

@Fast
class MemoryDecisionLogTest extends DecisionLogContract {
    @Override
    protected DecisionLog open() {
        return new MemoryDecisionLog(() -> new NodeId(1, 2));
    }

    @Override
    protected boolean isDurable() {
        return false;
    }
}
