package dev.assent.server.demo;

/**
 * How the demo is run. Immutable and safe to share.
 *
 * @param transfers how many transfers the load makes
 * @param threads how many threads make them
 * @param keep whether the data and the logs stay on the disk
 */
record DemoOptions(int transfers, int threads, boolean keep) {}
