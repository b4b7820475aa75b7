package dev.assent.resources.pool;

import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;

/** Makes the common part of a pool's connections without reactions to losses. */
final class Careless {
    private Careless() {}

    static PooledXaConnection.Home home(String name, PoolCounters counters) {
        return new PooledXaConnection.Home(
                name, DatabaseQuirks.UNKNOWN, counters, new Losses(), CorrectedXaResource.Care.NONE);
    }
}
