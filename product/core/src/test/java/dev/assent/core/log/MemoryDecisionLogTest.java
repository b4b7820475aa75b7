package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

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

    @Test
    void itIsInMemory() {
        try (DecisionLog log = open()) {
            assertThat(log.isInMemory()).isTrue();
        }
    }
}
