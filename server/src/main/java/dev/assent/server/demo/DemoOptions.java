package dev.assent.server.demo;

import dev.assent.backends.Database;
import java.util.List;

/**
 * How the demo is run. Immutable and safe to share.
 *
 * @param databases the kind of the database of each bank
 * @param transfers how many transfers the load makes
 * @param threads how many threads make them
 * @param keep whether the data and the logs stay on the disk
 */
record DemoOptions(List<Database> databases, int transfers, int threads, boolean keep) {}
