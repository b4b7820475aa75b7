package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node whose log an operator has put beside that of another one, which then goes the same way. */
@Fast
class NestedAdoptionTest {
    private static final NodeId GONE = new NodeId(9, 9);
    private static final List<NodeId> HEIRS =
            List.of(new NodeId(11, 1), new NodeId(12, 1), new NodeId(13, 1), new NodeId(14, 1));

    private static void putAside(SimulatedDisk from, NodeId of, SimulatedDisk into) {
        for (String segment : new String[] {"segment-a", "segment-b"}) {
            into.put(segment + ".of-" + of, from.content(segment));
        }
    }

    @Test
    void adopt_logsOfLogs_everyNodeInThemIsAdoptedAlsoAfterARestart() {
        NodeId before = GONE;
        SimulatedDisk left = null;
        for (NodeId heir : HEIRS) {
            try (OperatedNode world = new OperatedNode()) {
                world.newNode = heir;
                world.disk = new SimulatedDisk();
                world.restart();
                if (left != null) {
                    putAside(left, before, world.disk);
                    world.restart();
                }
                assertThat(world.adopt(before, left != null).kind()).isEqualTo(Kind.DONE);
                world.restart();
                assertThat(world.coordinator().life().node()).isEqualTo(heir);
                assertThat(world.coordinator().adoption(GONE))
                        .as("by the log of " + heir)
                        .isNotNull();
                before = heir;
                left = world.disk.snapshot();
            }
        }
    }
}
