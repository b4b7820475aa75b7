/** Counts and latencies of a node, by transaction, phase and resource, as snapshots. */
@NullMarked
package dev.assent.core.metrics;

import org.jspecify.annotations.NullMarked;
