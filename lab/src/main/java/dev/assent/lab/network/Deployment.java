package dev.assent.lab.network;

import dev.assent.lab.ForkedJvm;

/**
 * Where the processes of roles run.
 *
 * @param address by which those with an address are reached
 * @param client how the client is started
 * @param servers how all others are started
 * @param meter counts what goes between them
 * @param delayMillis how long everything takes from one to another, each way; 0 without a relay that delays it
 */
public record Deployment(
        String address, ForkedJvm.Launch client, ForkedJvm.Launch servers, Meter meter, int delayMillis) {
    /** At which all of a host reach each other, and nobody else does. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Another address of the same host, for relays: they have the ports of those whom they stand for. */
    static final String LOOPBACK_OF_RELAYS = "127.0.0.2";
}
