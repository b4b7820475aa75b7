package dev.assent.testkit.simulation;

import dev.assent.core.fixture.storage.SimulatedDisk;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the main node's folder, which is made while no process runs there, and put back in its place after one or
 * more further lives (law 2). The decisions of those lives stay true, though the log no longer has them. Not
 * thread-safe.
 */
final class PutBack {
    private final World world;
    private @Nullable SimulatedDisk copy;
    private boolean isDone;

    PutBack(World world) {
        this.world = world;
    }

    /** No process runs at this node, and one is to start. */
    void beforeStart(SimulatedNode node) {
        if (!world.profile().crashes().isPutBack() || !world.isMain(node) || world.isQuiet() || isDone) {
            return;
        }
        SimulatedDisk made = copy;
        if (made == null) {
            if (!node.disk().names().isEmpty() && world.chance().even()) {
                world.history().line("the folder of " + node.name() + " is copied");
                copy = node.disk().snapshot();
            }
        } else if (world.chance().even()) {
            world.history().line("the copy of the folder of " + node.name() + " is put back in its place");
            world.ledger().putBack(node);
            made.names().forEach(name -> node.disk().put(name, made.content(name)));
            isDone = true;
        }
    }

    /** Whether decisions may be missing in the log. */
    boolean isDone() {
        return isDone;
    }
}
