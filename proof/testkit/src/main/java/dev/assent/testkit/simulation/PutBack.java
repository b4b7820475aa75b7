package dev.assent.testkit.simulation;

import dev.assent.core.fixture.storage.SimulatedDisk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the main node's folder, which is made while no process runs there, and put back in its place after one or
 * more further lives (law 2). The decisions of those lives stay true, though the log no longer has them. A copy that was
 * made while a log was made has a part of its files only, and the log that it is laid over may be refused. Then the
 * operator puts the later files back. Not thread-safe.
 */
final class PutBack {
    private final World world;
    private @Nullable SimulatedDisk copy;
    private @Nullable SimulatedDisk replaced;
    private boolean isDone;
    private boolean isUndone;

    PutBack(World world) {
        this.world = world;
    }

    /** No process runs at this node, and one is to start. */
    void beforeStart(SimulatedNode node) {
        if (!world.profile().crashes().isPutBack() || !world.isMain(node) || world.isQuiet() || isDone || isUndone) {
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
            replaced = node.disk().snapshot();
            overwrite(node, made);
            isDone = true;
        }
    }

    private static void overwrite(SimulatedNode node, SimulatedDisk by) {
        SimulatedDisk disk = node.disk();
        node.promises().forget();
        by.names().forEach(name -> disk.put(name, by.content(name)));
    }

    /** The node was refused its log. Puts the later files back; false if no copy was laid over them. */
    boolean undo(SimulatedNode node) {
        SimulatedDisk later = replaced;
        if (!isDone || later == null || !world.isMain(node)) {
            return false;
        }
        world.history().line("the later files of " + node.name() + " are put back");
        List.copyOf(node.disk().names()).forEach(node.disk()::remove);
        overwrite(node, later);
        isDone = false;
        isUndone = true;
        return true;
    }

    /** Whether decisions may be missing in the log. */
    boolean isDone() {
        return isDone;
    }
}
