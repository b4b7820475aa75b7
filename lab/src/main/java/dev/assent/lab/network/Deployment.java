package dev.assent.lab.network;

import dev.assent.lab.ForkedJvm;

/**
 * Where the processes of roles run.
 *
 * @param address at which other processes reach those that listen
 * @param client how the client is started
 * @param servers how all others are started
 * @param meter counts the traffic between them
 * @param delayMillis how long a message takes from one to another, each way; 0 without a relay that delays it
 */
public record Deployment(
        String address, ForkedJvm.Launch client, ForkedJvm.Launch servers, Meter meter, int delayMillis) {
    /** At this address all processes of a host reach each other, and no other host reaches them. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Another address of the same host, for relays: a relay has the port of the server that it stands for. */
    static final String LOOPBACK_OF_RELAYS = "127.0.0.2";
}
