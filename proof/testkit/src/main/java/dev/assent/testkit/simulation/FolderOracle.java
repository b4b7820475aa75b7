package dev.assent.testkit.simulation;

import dev.assent.LogFolderHeldException;
import dev.assent.core.fixture.storage.SimulatedStorage;
import java.util.Optional;

/**
 * Law 3: while a process has a log folder, every other one is refused; when it has ended, the next one gets the folder.
 * Not thread-safe.
 */
final class FolderOracle {
    private final World world;
    private final Ledger ledger;

    FolderOracle(World world) {
        this.world = world;
        this.ledger = world.ledger();
    }

    /** The next process of a node takes its folder; empty when that is not free. */
    Optional<SimulatedStorage> take(SimulatedNode node) {
        try {
            return Optional.of(node.disk().mount(world.chance().generator()));
        } catch (LogFolderHeldException held) {
            ledger.broken("law 3", "the process of " + node.name() + " is over, and its folder is not free");
            return Optional.empty();
        }
    }

    /** Starts a second process in the folder of a running one. If none runs, nothing happens. */
    void startSecond(SimulatedNode node) {
        NodeLife first = node.process();
        if (first == null) {
            return;
        }
        try {
            node.disk().mount(world.chance().generator());
            ledger.broken("law 3", "a second process gets the folder that " + first + " uses");
        } catch (LogFolderHeldException refused) {
            ledger.saw(Sight.SECOND_PROCESS);
            world.history().line("a second process does not get the folder of " + first);
        }
    }
}
