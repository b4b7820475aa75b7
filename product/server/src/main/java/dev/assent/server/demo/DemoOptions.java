package dev.assent.server.demo;

import dev.assent.backends.Database;
import dev.assent.server.processes.ProcessWire;
import java.util.List;

/**
 * How the demo is run. Immutable and safe to share.
 *
 * @param processes 1 or 4
 * @param wire that four talk over
 * @param databases the kind of the database of each bank
 * @param transfers how many transfers the load makes
 * @param threads how many threads make them
 * @param tour how much is killed
 * @param keep whether the data and the logs stay on the disk
 */
record DemoOptions(
        int processes,
        ProcessWire wire,
        List<Database> databases,
        int transfers,
        int threads,
        Tour tour,
        boolean keep) {
    /** How much is killed. */
    enum Tour {
        /** One process at one of its points, another one each time. */
        ONE(0),
        /** Every process at two points or more, and a few random kills. */
        FEW(4),
        /** Every process at every point of its own. */
        POINTS(0),
        /** As {@link #POINTS}, and then random processes at random times under load. */
        FULL(200);

        private final int kills;

        Tour(int kills) {
            this.kills = kills;
        }

        /** How many random kills there are. */
        int kills() {
            return kills;
        }
    }
}
